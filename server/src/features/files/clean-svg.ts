import { isUtf8 } from 'node:buffer'
import type { LogoPart } from '@laurel/contract/office-site'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { applyStyles } from './svg-styles.ts'

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'

export const MAX_SVG_BYTES = 1024 * 1024
const MAX_NODES = 20_000
const MAX_DEPTH = 60
/** Shapes once every reference is followed: ten levels of ten references each are a bomb. */
const MAX_DRAWN = 20_000
/** What a mask and a group's opacity cost, in shapes: each is drawn on a layer of its own. */
const MASK_COST = 40
const LAYER_COST = 10
/** A shape counts once for so many characters of its outline. */
const OUTLINE_LENGTH = 200
/** Of references, one leading to the next. */
const MAX_CHAIN = 500
/** A logo that is longer than this is a line. */
const MAX_ASPECT = 20

const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']
const KEPT = new Set([
  ...['g', 'defs', 'symbol', 'use', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop'],
  ...SHAPES,
])
/** Elements whose children are kept: links, and Illustrator's choice between its own data and the drawing. */
const OPENED = new Set(['a', 'switch'])
/** Left out without saying so: nothing of them is visible. */
const SILENT = new Set(['title', 'desc', 'metadata', 'style'])
const REMOVED: Readonly<Record<string, LogoPart>> = {
  script: 'scripts',
  handler: 'scripts',
  a: 'links',
  foreignObject: 'html',
  image: 'pictures',
  feImage: 'pictures',
  text: 'text',
  animate: 'animations',
  animateMotion: 'animations',
  animateTransform: 'animations',
  set: 'animations',
}

const NUMBERS = /^[\d\s.,+\-eE%a-z]*$/
const PATH = /^[MLHVCSQTAZmlhvcsqtaz\d\s.,+\-eE]*$/
const TRANSFORM = /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s.,+\-eE]*\)[\s,]*)*$/
const WORD = /^[a-zA-Z][a-zA-Z\s-]*$/
const COLOR = /^(#[\da-fA-F]{3,8}|[a-zA-Z]+|(rgb|rgba|hsl|hsla)\([\d\s.,%/+\-a-z]*\))$/
/** A paint or clip of the same file. */
const REFERENCE = /^url\(\s*['"]?#([^'")\s]+)['"]?\s*\)(?:\s+(#[\da-fA-F]{3,8}|[a-zA-Z]+))?$/

/** What each attribute may hold. `paint` and `url` may name an element of the file, `href` has to. */
const ATTRIBUTES: Readonly<Record<string, RegExp | 'paint' | 'url' | 'href'>> = {
  ...attributes(
    NUMBERS,
    'x y width height rx ry cx cy r fx fy x1 y1 x2 y2 points offset viewBox opacity fill-opacity stroke-opacity stop-opacity stroke-width stroke-miterlimit stroke-dasharray stroke-dashoffset',
  ),
  ...attributes(
    WORD,
    'fill-rule clip-rule stroke-linecap stroke-linejoin display visibility gradientUnits spreadMethod clipPathUnits maskUnits maskContentUnits preserveAspectRatio mask-type',
  ),
  ...attributes(TRANSFORM, 'transform gradientTransform'),
  ...attributes(COLOR, 'stop-color color'),
  d: PATH,
  fill: 'paint',
  stroke: 'paint',
  'clip-path': 'url',
  mask: 'url',
  href: 'href',
}

export type SvgNode = {
  name: string
  /** As written; `class` and `style` until the styles are applied. */
  given: Record<string, string>
  id: string | undefined
  children: SvgNode[]
}

/** A drawing that has only shapes, and what was left out. */
export type CleanSvg = {
  removed: LogoPart[]
  viewBox: ViewBox
  /** The file, cut to a part of the drawing, as large as told. */
  write(viewBox: ViewBox, size: { width: number; height: number }): string
}
type ViewBox = { x: number; y: number; width: number; height: number }

/**
 * Rewrites an SVG from what is known to be harmless: shapes, groups, gradients, clips, and masks,
 * with attributes whose values have a known form. What isn't known isn't copied, so nothing is left that could run,
 * load, or link to anything.
 *
 * @returns undefined if it isn't a drawing, or one that expands beyond any logo
 */
export function cleanSvg(bytes: Buffer): CleanSvg | undefined {
  if (bytes.length > MAX_SVG_BYTES || !isUtf8(bytes)) return undefined
  const read = readTree(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  if (read === undefined) return undefined
  const { root, removed } = read
  const viewBox = viewBoxOf(root)
  if (viewBox === undefined) return undefined
  if (!applyStyles(root, read.style, removed)) return undefined
  const ids = numberIds(root)
  const attributesOf = (node: SvgNode) => knownAttributes(node, ids, removed)
  if (countDrawn(root, ids) > MAX_DRAWN) return undefined
  const body = root.children.map((child) => writeNode(child, attributesOf)).join('')
  if (!SHAPES.some((shape) => body.includes(`<${shape}`))) return undefined
  // The root's own fill is inherited by every shape.
  const own = ['id', 'x', 'y', 'width', 'height', 'viewBox', 'preserveAspectRatio', 'transform']
  const inherited = Object.fromEntries(
    Object.entries(attributesOf(root)).filter(([name]) => !own.includes(name)),
  )
  return {
    removed: [...removed].sort(),
    viewBox,
    write({ x, y, width, height }, size) {
      const box = [x, y, width, height].map((number) => Number(number.toFixed(4))).join(' ')
      const open = {
        xmlns: SVG,
        viewBox: box,
        width: `${size.width}`,
        height: `${size.height}`,
        ...inherited,
      }
      return `<svg${writeAttributes(open)}>${body}</svg>`
    },
  }
}

function readTree(text: string) {
  const removed = new Set<LogoPart>()
  const parser = new SaxesParser({ xmlns: true })
  const open: SvgNode[] = []
  let root: SvgNode | undefined
  let style = ''
  let count = 0
  /** How deep we are in a left-out element; 0 outside. */
  let skipped = 0
  let isStyle = false
  parser.on('opentag', (tag) => {
    count += 1
    if (count > MAX_NODES || open.length > MAX_DEPTH || skipped > MAX_NODES) throw NO_DRAWING
    if (skipped > 0) {
      skipped += 1
      return
    }
    const isRoot = root === undefined
    if (isRoot && (tag.local !== 'svg' || tag.uri !== SVG)) throw NO_DRAWING
    const isOwn = tag.uri === SVG
    const part = isOwn ? REMOVED[tag.local] : undefined
    if (part) removed.add(part)
    if (!isRoot && !(isOwn && (KEPT.has(tag.local) || OPENED.has(tag.local)))) {
      skipped = 1
      isStyle = isOwn && tag.local === 'style'
      // Editors keep their own data in namespaces of their own.
      if (isOwn && !part && !SILENT.has(tag.local)) removed.add('effects')
      return
    }
    const node = nodeOf(tag, removed)
    if (isRoot) root = node
    else open.at(-1)!.children.push(node)
    open.push(node)
  })
  parser.on('closetag', () => {
    if (skipped > 0) {
      skipped -= 1
      if (skipped === 0) isStyle = false
    } else open.pop()
  })
  const addStyle = (words: string) => {
    if (isStyle) style += words
  }
  parser.on('text', addStyle)
  parser.on('cdata', addStyle)
  try {
    parser.write(text).close()
  } catch {
    // Also an entity that XML doesn't define: none of the file's own are expanded.
    return undefined
  }
  return root && { root, style, removed }
}

const NO_DRAWING = new Error('not a drawing')

function nodeOf(tag: SaxesTagNS, removed: Set<LogoPart>): SvgNode {
  const given: Record<string, string> = Object.create(null)
  for (const { uri, local, value } of Object.values(tag.attributes)) {
    if (/^on/i.test(local)) removed.add('scripts')
    else if (uri === '' || (uri === XLINK && local === 'href')) given[local] = value
  }
  const { id, ...rest } = given
  const isOpened = OPENED.has(tag.local)
  if (isOpened) delete rest.href
  return { name: isOpened ? 'g' : tag.local, given: rest, id, children: [] }
}

/** The drawing's own coordinates; lengths in percent of the page aren't. */
function viewBoxOf({ given }: SvgNode): ViewBox | undefined {
  const lengths = given.viewBox ? given.viewBox.trim().split(/[\s,]+/) : ['0', '0', given.width, given.height]
  const [x, y, width, height] = lengths.map((one) =>
    Number(/^-?[\d.]+(?:e[+-]?\d+)?(?=(px)?$)/i.exec(one ?? '')?.[0]),
  )
  const isBox = [x, y, width, height].every((one) => Number.isFinite(one) && Math.abs(one!) < 1e6)
  if (!isBox || !(width! > 0 && height! > 0)) return undefined
  const aspect = width! / height!
  return aspect > MAX_ASPECT || aspect < 1 / MAX_ASPECT
    ? undefined
    : { x: x!, y: y!, width: width!, height: height! }
}

type Ids = ReadonlyMap<string, { name: string; node: SvgNode }>

/** New names: a file's own may hold anything. Of two with one name, the first counts. */
function numberIds(root: SvgNode): Ids {
  const ids = new Map<string, { name: string; node: SvgNode }>()
  const visit = (node: SvgNode) => {
    if (node.id !== undefined && !ids.has(node.id)) ids.set(node.id, { name: `i${ids.size}`, node })
    node.children.forEach(visit)
  }
  root.children.forEach(visit)
  return ids
}

/** The shapes that are drawn, with those drawn again by reference. A reference to itself counts as too many. */
function countDrawn(root: SvgNode, ids: Ids): number {
  const known = new Map<SvgNode, number>()
  const count = (node: SvgNode, depth: number): number => {
    const before = known.get(node)
    if (before !== undefined) return before
    if (depth > MAX_CHAIN) return Number.POSITIVE_INFINITY
    known.set(node, Number.POSITIVE_INFINITY)
    const targets = Object.values(node.given).flatMap((value) => {
      const name = REFERENCE.exec(value.trim())?.[1] ?? /^\s*#(\S+)\s*$/.exec(value)?.[1]
      const target = name === undefined ? undefined : ids.get(name)?.node
      return target === undefined || target === node ? [] : [target]
    })
    const total = [...node.children, ...targets].reduce(
      (sum, one) => sum + count(one, depth + 1),
      ownCost(node),
    )
    known.set(node, total)
    return total
  }
  return count(root, 0)
}

function ownCost({ name, given: { d = '', points = '', mask, opacity } }: SvgNode): number {
  const isLayer = opacity !== undefined && !SHAPES.includes(name)
  const outline = Math.floor((d.length + points.length) / OUTLINE_LENGTH)
  return 1 + outline + (mask === undefined ? 0 : MASK_COST) + (isLayer ? LAYER_COST : 0)
}

function knownAttributes(node: SvgNode, ids: Ids, removed: Set<LogoPart>): Record<string, string> {
  const known: Record<string, string> = {}
  for (const [name, raw] of Object.entries(node.given)) {
    const rule = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined
    if (rule === undefined) continue
    const value = raw.trim()
    if (rule instanceof RegExp) {
      if (rule.test(value)) known[name] = value
    } else if (rule === 'href') {
      const target = value.startsWith('#') ? ids.get(value.slice(1)) : undefined
      if (target) known.href = `#${target.name}`
      else if (!value.startsWith('#')) removed.add('links')
    } else if (value === 'none' || (rule === 'paint' && COLOR.test(value))) known[name] = value
    else {
      const [, id, fallback] = REFERENCE.exec(value) ?? []
      const target = id === undefined ? undefined : ids.get(id)
      if (target) known[name] = `url(#${target.name})${fallback ? ` ${fallback}` : ''}`
      else if (id === undefined && /url/i.test(value)) removed.add('links')
    }
  }
  const id = node.id === undefined ? undefined : ids.get(node.id)
  return id?.node === node ? { id: id.name, ...known } : known
}

function writeNode(node: SvgNode, attributesOf: (node: SvgNode) => Record<string, string>): string {
  const known = attributesOf(node)
  // What used another file's shape has nothing to draw.
  if (node.name === 'use' && known.href === undefined) return ''
  const inner = node.children.map((child) => writeNode(child, attributesOf)).join('')
  const open = `${node.name}${writeAttributes(known)}`
  return inner === '' ? `<${open}/>` : `<${open}>${inner}</${node.name}>`
}

function writeAttributes(known: Record<string, string>): string {
  return Object.entries(known)
    .map(([name, value]) => ` ${name}="${value.replaceAll(/[&<>"']/g, '')}"`)
    .join('')
}

function attributes(rule: RegExp, names: string): Record<string, RegExp> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]))
}
