// The address of what is shown: `#/room?name=value`.

function read(): [room: string, parameters: URLSearchParams] {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return [path, new URLSearchParams(query)];
}

const [initialRoom, initialParameters] = read();

// Apart, so that a room that notes something in the address is not entered again.
let room = $state(initialRoom);
let parameters = $state.raw(initialParameters);

function update(): void {
  [room, parameters] = read();
}

addEventListener("hashchange", update);

export const route = {
  get room() {
    return room;
  },
  get parameters() {
    return parameters;
  },
};

/** The address of a room with what it shows. Empty parameters are left out. */
export function address(room: string, parameters: Record<string, string | number | undefined> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return `#/${room}${text && `?${text}`}`;
}

/** Goes to another address, which can be left by the browser's back button. */
export function go(room: string, parameters: Record<string, string | number | undefined> = {}): void {
  location.hash = address(room, parameters);
}

/** Notes in the address what is shown, so that it can be shared and opened again; nothing else happens. A room that has been left notes nothing. */
export function note(room: string, parameters: Record<string, string | number | undefined>): void {
  const [entered] = read();
  if (entered !== room && entered !== "") return;
  history.replaceState(null, "", address(room, parameters));
  update();
}
