// The address of what is shown: `#/section?name=value`.

function read(): [section: string, parameters: URLSearchParams] {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return [path, new URLSearchParams(query)];
}

const [initialSection, initialParameters] = read();

// Apart, so that a section that notes something in the address is not entered again.
let section = $state(initialSection);
let parameters = $state.raw(initialParameters);

function update(): void {
  [section, parameters] = read();
}

addEventListener("hashchange", update);

export const route = {
  get section() {
    return section;
  },
  get parameters() {
    return parameters;
  },
};

/** The address of a section with what it shows. Empty parameters are left out. */
export function address(section: string, parameters: Record<string, string | number | undefined> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return `#/${section}${text && `?${text}`}`;
}

/** Goes to another address, which can be left by the browser's back button. */
export function go(section: string, parameters: Record<string, string | number | undefined> = {}): void {
  location.hash = address(section, parameters);
}

/** Notes in the address what is shown, so that it can be shared and opened again; nothing else happens. A section that has been left notes nothing. */
export function note(section: string, parameters: Record<string, string | number | undefined>): void {
  const [entered] = read();
  if (entered !== section && entered !== "") return;
  history.replaceState(null, "", address(section, parameters));
  update();
}
