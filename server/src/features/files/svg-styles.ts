import type { LogoPart } from '@laurel/contract/office-site'
import type { SvgNode } from './clean-svg.ts'

const MAX_STYLE = 200_000
/** Each selector of a rule counts. */
const MAX_RULES = 2_000
/** Declarations, counted with every element that they apply to. */
const MAX_APPLIED = 1_000_000
/** A tag, a class, or an id: what drawing programs write. */
const SELECTOR = /^(?:([a-zA-Z]+)|\.([\w-]+)|#([\w-]+))$/
/** Which of two rules counts, whatever their order. */
const RANK = { tag: 0, class: 1, id: 2 } as const

type Declarations = Record<string, string>
type Rule = { by: keyof typeof RANK; name: string; declarations: Declarations; count: number }

/**
 * Turns style sheets and `style` attributes into attributes: those are checked one by one.
 *
 * @returns false if it takes more than a logo does
 */
export function applyStyles(root: SvgNode, sheet: string, removed: Set<LogoPart>): boolean {
  const rules = readRules(sheet, removed).sort((a, b) => RANK[a.by] - RANK[b.by])
  const byName = new Map<string, Rule[]>()
  for (const rule of rules) {
    const key = `${rule.by} ${rule.name}`
    byName.set(key, byName.get(key) ?? [])
    byName.get(key)!.push(rule)
  }
  let applied = 0
  const order = new Map(rules.map((rule, at) => [rule, at]))
  const visit = (node: SvgNode): boolean => {
    const { class: classes = '', style = '', ...given } = node.given
    const keys = [
      `tag ${node.name}`,
      ...new Set(classes.split(/\s+/).map((name) => `class ${name}`)),
      `id ${node.id}`,
    ]
    const found = keys.flatMap((key) => byName.get(key) ?? [])
    applied += found.reduce((sum, { count }) => sum + count, 0)
    if (applied > MAX_APPLIED) return false
    found.sort((a, b) => order.get(a)! - order.get(b)!)
    node.given = Object.assign(given, ...found.map((rule) => rule.declarations), readDeclarations(style))
    return node.children.every(visit)
  }
  return visit(root)
}

function readRules(sheet: string, removed: Set<LogoPart>): Rule[] {
  if (sheet.length > MAX_STYLE) {
    removed.add('styles')
    return []
  }
  const rules: Rule[] = []
  const text = sheet.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ').replaceAll(/<!--|-->/g, ' ')
  let rest = text
  while (rules.length < MAX_RULES) {
    const open = rest.indexOf('{')
    if (open < 0) break
    const close = rest.indexOf('}', open)
    if (close < 0) break
    const selectors = rest.slice(0, open)
    const body = rest.slice(open + 1, close)
    rest = rest.slice(close + 1)
    // @import, @font-face, and @media have nothing that a logo needs.
    if (selectors.includes('@') || body.includes('{')) {
      removed.add('styles')
      continue
    }
    const declarations = readDeclarations(body)
    const read = { declarations, count: Object.keys(declarations).length }
    for (const selector of selectors.split(',')) {
      const [, tag, ofClass, id] = SELECTOR.exec(selector.trim()) ?? []
      if (tag !== undefined) rules.push({ by: 'tag', name: tag, ...read })
      else if (ofClass !== undefined) rules.push({ by: 'class', name: ofClass, ...read })
      else if (id !== undefined) rules.push({ by: 'id', name: id, ...read })
      else removed.add('styles')
    }
  }
  if (rest.includes('@') || rules.length > MAX_RULES) removed.add('styles')
  return rules.slice(0, MAX_RULES)
}

function readDeclarations(text: string): Declarations {
  const declarations: Declarations = {}
  for (const one of text.split(';')) {
    const [, name, value] = /^\s*([a-z-]+)\s*:(.*)$/s.exec(one) ?? []
    // Geometry is never written as a style; `d` as one isn't a path.
    if (name && name !== 'd') declarations[name] = value!.replace(/!\s*important\s*$/, '').trim()
  }
  return declarations
}
