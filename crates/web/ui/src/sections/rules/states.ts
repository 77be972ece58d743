// The curve of the states of a game by ply.

/** The height of a count in a picture whose greatest count is `most`, on a logarithmic scale; counts are one at least. */
function level(states: number, most: number, height: number): number {
  return (1 - Math.log(states) / Math.log(Math.max(10, most))) * height;
}

/** The place of each ply's count. */
export function curve(byPly: number[], width: number, height: number): { x: number; y: number }[] {
  const most = Math.max(...byPly);
  return byPly.map((states, ply) => ({ x: (ply / Math.max(1, byPly.length - 1)) * width, y: level(Math.max(1, states), most, height) }));
}

/** The powers of ten up to the greatest count, at most six of them, and their heights. */
export function decades(byPly: number[], height: number): { states: number; y: number }[] {
  const most = Math.max(10, ...byPly);
  const exponents = Math.floor(Math.log10(most) + 1e-9);
  const step = Math.ceil((exponents + 1) / 6);
  return Array.from({ length: Math.floor(exponents / step) + 1 }, (_, index) => {
    const states = 10 ** (index * step);
    return { states, y: level(states, most, height) };
  });
}
