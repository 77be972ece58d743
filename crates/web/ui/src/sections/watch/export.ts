// The picture as a file of its own, which needs no style sheet.

const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "paint-order",
  "font-size",
  "font-weight",
  "font-family",
  "text-anchor",
  "text-decoration-line",
] as const;
const MARGIN = 20;

/** All of what a picture shows, whatever part of it is in view, as the text of an SVG file. */
export function svgText(picture: SVGSVGElement): string {
  const content = picture.querySelector<SVGGElement>("g");
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const inner = copy.querySelector<SVGGElement>("g");
  if (!content || !inner) return "";
  const originals = content.querySelectorAll("*");
  inner.querySelectorAll("*").forEach((element, index) => {
    const style = getComputedStyle(originals[index]!);
    element.removeAttribute("style");
    for (const property of KEPT)
      element.setAttribute(
        property === "text-decoration-line" ? "text-decoration" : property,
        style.getPropertyValue(property),
      );
    for (const name of [...element.getAttributeNames()]) {
      if (
        name === "class" ||
        name === "role" ||
        name === "tabindex" ||
        name.startsWith("aria-") ||
        name.startsWith("data-")
      )
        element.removeAttribute(name);
    }
  });
  for (const name of ["transform", "class"]) inner.removeAttribute(name);
  const { x, y, width, height } = content.getBBox();
  for (const name of [...copy.getAttributeNames()]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute(
    "viewBox",
    [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].map(Math.round).join(" "),
  );
  copy.setAttribute("style", `background: ${getComputedStyle(picture).backgroundColor}`);
  return new XMLSerializer().serializeToString(copy);
}
