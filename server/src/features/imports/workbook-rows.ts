import type { Readable } from 'node:stream'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import * as yauzl from 'yauzl'
import { bounded, MAX_COLUMNS } from './row-cutter.ts'
import type { RowsRead } from './text-rows.ts'
import { unreadable } from './unreadable.ts'

/** The unpacked limit of a workbook: a larger one is a zip bomb. */
const MAX_ENTRIES = 2_000
const MAX_UNPACKED_BYTES = 2_000_000_000
const MAX_RATIO = 200
/** Small parts may be packed as tightly as they like. */
const RATIO_MATTERS_FROM_BYTES = 5_000_000
/** The shared strings of a workbook, held in memory while the sheet is read. */
const MAX_SHARED_CHARACTERS = 32_000_000
const MAX_CELL_CHARACTERS = 32_767
/** A sheet's last row. */
const MAX_ROW_NUMBER = 1_048_576
/** As long as a sheet's name may be. */
const MAX_SHEET_NAME = 31

type Archive = { zip: yauzl.ZipFile; entries: Map<string, yauzl.Entry> }

/**
 * The rows of a workbook's first visible sheet. Formulas have their saved values; nothing is calculated, and
 * nothing outside the file is loaded.
 *
 * @param path of the workbook on this machine
 * @throws {Refusal} `import_unreadable` if it isn't a workbook, or unpacks to too much
 */
export async function* readWorkbookRows(path: string): AsyncGenerator<RowsRead & { sheet: string }> {
  const archive = await openArchive(path)
  try {
    const { sheet, part } = await firstSheet(archive)
    const shared = await sharedTexts(archive)
    const entry = archive.entries.get(part)
    if (entry === undefined) throw broken()
    const cells = new SheetCells(shared)
    let unpacked = 0
    for await (const chunk of await archive.zip.openReadStreamPromise(entry)) {
      const text = cells.decode(chunk as Buffer)
      unpacked += (chunk as Buffer).length
      cells.write(text)
      const share = Math.min(1, unpacked / Math.max(1, entry.uncompressedSize))
      yield { rows: cells.take(), bytesRead: Math.floor(share * entry.compressedSize), sheet }
    }
    cells.end()
    yield { rows: cells.take(), bytesRead: entry.compressedSize, sheet }
  } catch (cause) {
    throw asRefusal(cause)
  } finally {
    archive.zip.close()
  }
}

async function openArchive(path: string): Promise<Archive> {
  let zip: yauzl.ZipFile | undefined
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, validateEntrySizes: true, autoClose: false })
    return { zip, entries: await entriesOf(zip) }
  } catch (cause) {
    zip?.close()
    throw asRefusal(cause)
  }
}

/** A workbook's parts by name. @throws {Refusal} `import_unreadable` if it would unpack to too much */
export async function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge()
  const entries = new Map<string, yauzl.Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
    const isBomb = ratio > MAX_RATIO && entry.uncompressedSize > RATIO_MATTERS_FROM_BYTES
    if (isBomb || unpacked > MAX_UNPACKED_BYTES) throw tooLarge()
    entries.set(entry.fileName, entry)
  }
  return entries
}

async function firstSheet(archive: Archive): Promise<{ sheet: string; part: string }> {
  const sheets: Array<{ name: string; id: string; isHidden: boolean }> = []
  await readPart(archive, 'xl/workbook.xml', {
    open: ({ name, attributes }) => {
      if (local(name) !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => local(key) === 'id' && key.includes(':'))?.[1]
      const isHidden = attributes.state !== undefined && attributes.state !== 'visible'
      sheets.push({ name: String(attributes.name ?? ''), id: String(id ?? ''), isHidden })
    },
  })
  const chosen = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  if (chosen === undefined) throw broken()

  const targets = new Map<string, string>()
  await readPart(archive, 'xl/_rels/workbook.xml.rels', {
    open: ({ attributes }) => void targets.set(String(attributes.Id), String(attributes.Target)),
  })
  const target = targets.get(chosen.id)
  if (target === undefined) throw broken()
  return { sheet: sheetName(chosen.name), part: target.startsWith('/') ? target.slice(1) : `xl/${target}` }
}

async function sharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = []
  if (!archive.entries.has('xl/sharedStrings.xml')) return texts
  let characters = 0
  let text = ''
  let takes = false
  let isPhonetic = false
  await readPart(archive, 'xl/sharedStrings.xml', {
    open: ({ name }) => {
      if (local(name) === 'si') text = ''
      if (local(name) === 'rPh') isPhonetic = true
      takes = local(name) === 't' && !isPhonetic
    },
    text: (piece) => {
      if (takes) text += piece
    },
    close: ({ name }) => {
      takes = false
      if (local(name) === 'rPh') isPhonetic = false
      if (local(name) !== 'si') return
      characters += text.length + 16
      if (characters > MAX_SHARED_CHARACTERS) {
        throw unreadable('workbook_too_large', 'This workbook is very large. Save the sheet as CSV instead.')
      }
      texts.push(unescaped(text))
    },
  })
  return texts
}

type PartHandlers = {
  open?: (tag: SaxesTagPlain) => void
  text?: (text: string) => void
  close?: (tag: SaxesTagPlain) => void
}

/** Reads a part of the workbook as it unpacks. A document type, which could define entities, is refused. */
function makeParser({ open, text, close }: PartHandlers): SaxesParser {
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw broken()
  })
  parser.on('doctype', () => {
    throw broken()
  })
  if (open) parser.on('opentag', open as (tag: unknown) => void)
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  if (close) parser.on('closetag', close as (tag: unknown) => void)
  return parser
}

async function readPart({ zip, entries }: Archive, part: string, handlers: PartHandlers): Promise<void> {
  const entry = entries.get(part)
  if (entry === undefined) throw broken()
  const parser = makeParser(handlers)
  const stream: Readable = await zip.openReadStreamPromise(entry)
  for await (const piece of stream.setEncoding('utf8')) parser.write(piece as string)
  parser.close()
}

/** Gathers a sheet's rows out of its cells. */
class SheetCells {
  readonly #shared: readonly string[]
  readonly #parser: SaxesParser
  readonly #decoder = new TextDecoder('utf-8')
  #rows: RowsRead['rows'] = []
  #number = 0
  #cells: string[] = []
  #column = 0
  #type = ''
  #value = ''
  #takes = false

  constructor(shared: readonly string[]) {
    this.#shared = shared
    this.#parser = makeParser({
      open: (tag) => this.#open(tag),
      text: (text) => {
        if (this.#takes && this.#value.length < MAX_CELL_CHARACTERS) this.#value += text
      },
      close: (tag) => this.#close(tag),
    })
  }

  decode(chunk: Buffer): string {
    return this.#decoder.decode(chunk, { stream: true })
  }

  write(text: string) {
    this.#parser.write(text)
  }

  end() {
    this.#parser.close()
  }

  take(): RowsRead['rows'] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #open({ name, attributes }: SaxesTagPlain) {
    switch (local(name)) {
      case 'row':
        this.#number = rowNumber(attributes.r as string | undefined) ?? this.#number + 1
        this.#cells = []
        this.#column = 0
        break
      case 'c':
        this.#column = columnOf(attributes.r as string | undefined) ?? this.#column + 1
        this.#type = String(attributes.t ?? 'n')
        this.#value = ''
        break
      case 'v':
      case 't':
        this.#takes = true
        break
      default:
        this.#takes = false
    }
  }

  #close({ name }: SaxesTagPlain) {
    this.#takes = false
    switch (local(name)) {
      case 'c':
        if (this.#column <= MAX_COLUMNS + 1) {
          while (this.#cells.length < this.#column - 1) this.#cells.push('')
          this.#cells[this.#column - 1] = this.#read()
        }
        break
      case 'row':
        if (this.#cells.some((cell) => cell.trim() !== '')) {
          // A cell may be written as half a letter, which no text is: said as unreadable, not kept.
          const cells = this.#cells.map((cell) => cell.toWellFormed())
          this.#rows.push({ number: this.#number, cells: bounded(cells) })
        }
    }
  }

  #read(): string {
    switch (this.#type) {
      case 's':
        return this.#shared[Number(this.#value)] ?? ''
      case 'n':
        return plainNumber(this.#value)
      case 'b':
        return this.#value === '1' ? 'TRUE' : 'FALSE'
      default:
        return unescaped(this.#value)
    }
  }
}

/** As the spreadsheet shows it: 0.1 and 0.2 are 0.3 there. */
function plainNumber(value: string): string {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  return String(Number(number.toPrecision(15)))
}

/** An invalid row number is ignored. */
function rowNumber(written: string | undefined): number | undefined {
  const number = /^\d{1,7}$/.test(written ?? '') ? Number(written) : 0
  return number >= 1 && number <= MAX_ROW_NUMBER ? number : undefined
}

function sheetName(written: string): string {
  return written.slice(0, MAX_SHEET_NAME).toWellFormed()
}

function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

/** Workbooks write characters that XML lacks as _x000D_. A NUL can't be stored and stays escaped. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (written, code: string) =>
    code === '0000' ? written : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function broken() {
  return unreadable('workbook', 'We couldn’t open this workbook. Save the sheet as CSV and choose that file.')
}

function tooLarge() {
  return unreadable('workbook_too_large', 'This workbook is too large. Save the sheet as CSV.')
}

function asRefusal(cause: unknown) {
  return cause instanceof Error && cause.name === 'Refusal' ? cause : broken()
}
