/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [attributes] `on…` are listeners; `false` and undefined leave the attribute out.
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) {
      made.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    } else if (value === true) {
      made.setAttribute(key, '');
    } else if (value !== false && value !== undefined) {
      made.setAttribute(key, String(value));
    }
  }
  made.append(...children);
  return made;
}

/**
 * @param {string} id
 * @returns {HTMLElement} What the page has under it.
 */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @param {string} text With code in backticks.
 * @returns {(Node | string)[]}
 */
export function withCode(text) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? element('code', {}, part) : part));
}

/**
 * @param {number} number
 * @param {string} noun In the singular.
 * @returns {string}
 */
export function count(number, noun) {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
