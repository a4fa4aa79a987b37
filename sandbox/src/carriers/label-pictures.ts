/** Pixels of a label: a frame, and bars that differ for each number. */
function isBlack(x: number, y: number, width: number, height: number, number: string): boolean {
  if (x < 3 || y < 3 || x >= width - 3 || y >= height - 3) return true
  if (y < height * 0.55 || y > height * 0.8 || x < 12 || x >= width - 12) return false
  const bar = Math.floor((x - 12) / 2)
  const code = number.charCodeAt(Math.floor(bar / 6) % number.length)
  return ((code >> (bar % 6)) & 1) === 1
}

/** A label as a GIF, 4 by 6 inches at 50 dpi, with its LZW codes written directly. */
export function gifLabel(number: string): Buffer {
  const [width, height] = [200, 300]
  const head = Buffer.from('GIF89a', 'latin1')
  const screen = Buffer.alloc(7)
  screen.writeUInt16LE(width, 0)
  screen.writeUInt16LE(height, 2)
  screen[4] = 0xf6
  const palette = Buffer.alloc(128 * 3, 0xff)
  palette.fill(0, 0, 3)
  const image = Buffer.from([0x2c, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 0, 7])
  const codes: number[] = []
  for (let at = 0; at < width * height; at += 1) {
    // Cleared before the codes would grow by a bit.
    if (at % 126 === 0) codes.push(0x80)
    codes.push(isBlack(at % width, Math.floor(at / width), width, height, number) ? 0 : 1)
  }
  codes.push(0x81)
  const blocks: Buffer[] = []
  for (let at = 0; at < codes.length; at += 255) {
    const part = codes.slice(at, at + 255)
    blocks.push(Buffer.from([part.length, ...part]))
  }
  return Buffer.concat([head, screen, palette, image, ...blocks, Buffer.from([0, 0x3b])])
}

/** A label as a PDF, 4 by 6 inches, with lines of text. */
export function pdfLabel(lines: readonly string[]): Buffer {
  const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')
  const drawing = lines.map((line, at) => `BT /F1 12 Tf 24 ${400 - at * 18} Td (${plain(line)}) Tj ET`)
  const content = ['2 w 12 12 264 408 re S', ...drawing].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((body, at) => {
    const offset = pdf.length
    pdf += `${at + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = pdf.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}
