// Listens to jobs whose documents may be large, aside from the page.

import { type Answered, type Asked, listen, takeItems } from "./news";

const stops = new Map<number, () => void>();
const answer = (answered: Answered) => postMessage(answered);

addEventListener("message", ({ data: { listener, address } }: MessageEvent<Asked>) => {
  stops.get(listener)?.();
  stops.delete(listener);
  if (address === undefined) return;
  const stop = listen(address, {
    opened: () => answer({ listener, kind: "opened" }),
    broke: (isClosed) => answer({ listener, kind: "broke", isClosed }),
    told: (event, document) => {
      for (const taken of takeItems(document)) answer({ listener, kind: "items", ...taken });
      answer({ listener, kind: "told", event, document });
    },
  });
  stops.set(listener, stop);
});
