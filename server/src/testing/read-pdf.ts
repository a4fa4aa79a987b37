import { inflateSync } from 'node:zlib'

/** What a PDF says, read back from its own bytes: a line for every run of text, and how many pages it has. */
export function readPdf(bytes: Buffer): { text: string; pages: number } {
  const objects = readObjects(bytes.toString('latin1'))
  const all = [...objects.values()]
  const fonts = new Map<string, (hex: string) => string>()
  for (const { head } of all) {
    const [, dictionary] = /\/Font <<([^>]*)>>/.exec(head.replaceAll('\n', ' ')) ?? []
    for (const [, name = '', id = ''] of (dictionary ?? '').matchAll(/\/(\w+) (\d+) 0 R/g)) {
      const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)!.head) ?? []
      fonts.set(name, map === undefined ? fromWindows : fromMap(objects.get(map)!.stream))
    }
  }
  const text = all.filter(({ stream }) => stream.includes(' Tf')).map(({ stream }) => runs(stream, fonts))
  return {
    text: text.flat().join('\n'),
    pages: all.filter(({ head }) => /\/Type \/Page\b/.test(head)).length,
  }
}

/** The instructions that draw a PDF's pages, one after the other. */
export function readDrawing(bytes: Buffer): string {
  const objects = readObjects(bytes.toString('latin1'))
  const pages = [...objects.values()].flatMap(({ head }) => {
    const [, id] = /\/Contents (\d+) 0 R/.exec(head) ?? []
    return id === undefined ? [] : [objects.get(id)!.stream]
  })
  return pages.join('\n')
}

function readObjects(pdf: string): Map<string, { head: string; stream: string }> {
  const objects = new Map<string, { head: string; stream: string }>()
  for (const [, id = '', body = ''] of pdf.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', packed] = body.split('\nstream\n')
    const raw = packed?.slice(0, packed.lastIndexOf('\nendstream')) ?? ''
    const isPacked = head.includes('/FlateDecode') && !head.includes('/Image')
    objects.set(id, {
      head,
      stream: isPacked ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw,
    })
  }
  return objects
}

function runs(stream: string, fonts: Map<string, (hex: string) => string>): string[] {
  let read = fromWindows
  return [...stream.matchAll(/\/(\w+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(([, font, shown]) => {
    if (font !== undefined) read = fonts.get(font)!
    if (shown === undefined) return []
    return [[...shown.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex]) => read(hex!)).join('')]
  })
}

function fromWindows(hex: string): string {
  return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
}

/** Reads glyph numbers by the map to Unicode that the font carries. */
function fromMap(cmap: string): (hex: string) => string {
  const letters = new Map<number, string>()
  for (const [, from = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [index, [, code = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const units = Buffer.from(code.replaceAll(' ', ''), 'hex').swap16()
      letters.set(Number.parseInt(from, 16) + index, units.toString('utf16le'))
    }
  }
  return (hex) =>
    (hex.match(/.{4}/g) ?? []).map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '\u0000').join('')
}
