/** Names of the fixtures and the languages, and dates. */
const DATA =
  /Halden Tools|Northwind( Rewards)?|\S+@\S+|(?:January|February|March|April|May|June|July|August|September|October|November|December|Oct) \d+(, \d+)?|Español/g

/**
 * Texts and labels with plain letters, which pseudo-translations don't have.
 *
 * @param data what the test's own data says
 */
export function escapedTexts(root: Element, data: RegExp): string[] {
  const labels = [...root.querySelectorAll('*')].flatMap((element) =>
    ['aria-label', 'alt', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
  )
  const own = [...root.querySelectorAll('*')].flatMap((element) =>
    [...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent ?? ''),
  )
  return [document.title, ...labels, ...own].filter((text) =>
    /[a-z]{2}/i.test(text.replaceAll(data, '').replaceAll(DATA, '')),
  )
}
