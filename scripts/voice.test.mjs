import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { ROOT } from './prepare.mjs'

/** Phrases that read as translated, and names that have another one. */
const NEVER = phrases([
  ...['stands? here', 'needs? a hand', 'mend(s|ed|ing)?', 'meanwhile', '(is|are) told', 'written down'],
  // "Print your logo on the card" is fine, "it goes on" isn't.
  ...[
    'go(es)? on(?! (the|a|an|your|its|their|hold|to)\\b)',
    'put right',
    'at hand',
    'parted by',
    'left empty',
  ],
  ...['still to (come|pay|be)', 'of it', 'whose turn', 'has the say', 'be it', 'lest', 'by itself'],
  ...['otherwise than', 'what becomes of', 'come in by', 'looks? on(?! the\\b)', 'needs? a look'],
  ...['somebody', 'everybody', 'anybody', 'nobody', 'whoever'],
  ...[
    'ways? to (pay|send)',
    'awaited',
    '(payment )?doubts?',
    'doubtful',
    'funds',
    'papers',
    'trail',
    'stand-in',
  ],
  ...['(give[sn]?|gave|giving|takes?|took|taken|taking|sends?|sent|sending)( \\w+){0,2} back(?! to\\b)'],
  ...[
    '(came|went|comes|goes) back',
    'could not be delivered',
    'handed to the carrier',
    'the giver',
    'one clock',
  ],
  ...['press(es)? (a|the|this)'],
])

/** Screens, errors, and the API say "can't" and "don't". */
const SPELLED_OUT = phrases(['(can|could|does|did|do|is|are|was|were|has|have|had|will|would) ?not'])

/** Word for word in docs/spec.md. */
const OF_SPECIFICATION = ['Could not get canvas context']

const texts = (rooms) =>
  globSync(`{${rooms}}/src/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
    (path) => !/\.test\.|\/testing\/|generated|routeTree/.test(path),
  )

test.each([
  ['no text reads as translated', 'domain,contract,identity,server,web,sandbox', NEVER],
  ['texts use contractions', 'domain,contract,web', SPELLED_OUT],
])('%s', (_, rooms, never) => {
  const found = texts(rooms).flatMap((path) => {
    const source = readFileSync(join(ROOT, path), 'utf8')
    // Parsing takes longer than a look.
    if (!never.test(source.replaceAll(/\s+/g, ' '))) return []
    return textsIn(path, source).flatMap((text) => {
      const [phrase] = never.exec(text) ?? []
      return phrase && !OF_SPECIFICATION.includes(text) ? [`${path}: “${phrase}” in “${text}”`] : []
    })
  })
  expect(found).toEqual([])
})

test('only texts of the specification are exempt', () => {
  const specification = readFileSync(join(ROOT, 'docs/spec.md'), 'utf8')
  expect(OF_SPECIFICATION.filter((text) => !specification.includes(text))).toEqual([])
})

test.each([
  ['Nothing of it goes on until it is released.', true],
  ['Needs a hand', true],
  ['1 order needs attention', false],
  ['What becomes of your orders is told here.', true],
  ['Send the card back', true],
  ['We send you back to the shop.', false],
  ['The letter came back', true],
  ['Go back and sign in again.', false],
  ['Choose another way to pay.', true],
  ['This order goes on hold.', false],
])('“%s” reads as translated: %s', (text, isFound) => {
  expect(NEVER.test(text)).toBe(isFound)
})

test('finds texts however they are written, and no code', () => {
  const source = `
    // It goes on.
    import { a } from './goes on.ts'
    type Kind = 'goes on'
    const key = 'goes_on'
    const sql = 'goes as on'
    const texts = ['It goes on.', \`It goes \${how} on.\`, 'Goes ' + 'on.', how + ' goes on.']
    const screen = <p title="It goes on.">It <b>goes</b>
      {count} on {'and on'}.</p>`
  expect(textsIn('a.tsx', source)).toEqual([
    ...['It goes on.', 'It goes {} on.', 'Goes on.', '{} goes on.', 'goes on.'],
    ...['It goes {} on and on.', 'It goes on.', 'and on'],
  ])
})

function phrases(all) {
  return new RegExp(`\\b(${all.join('|')})\\b`, 'i')
}

/** What people may read in a program: strings of several words, and what JSX shows. */
function textsIn(path, source) {
  const found = []
  const add = (text) => {
    const words = text.replaceAll(/\s+/g, ' ').trim()
    const isAlias = /^\S+ as \S+$/.test(words)
    if (/[a-z’},.] [a-z{]/i.test(words) && !isAlias) found.push(words)
  }
  const look = (node) => {
    if (Array.isArray(node)) return node.forEach(look)
    if (typeof node?.type !== 'string' || node.type.startsWith('TSLiteral')) return
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return
    // An element reads its own texts, and those in braces.
    const text = /^JSX(Text|ExpressionContainer)$/.test(node.type) ? undefined : textOf(node)
    if (text !== undefined) add(text)
    look(Object.values(node).filter((part) => typeof part === 'object'))
  }
  look(parseSync(path, source).program)
  return found
}

/** A node's text, with `{}` for what is only known later; undefined if it has none of its own. */
function textOf(node) {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined
    case 'JSXText':
      return node.value
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.cooked).join('{}')
    case 'BinaryExpression': {
      const parts = node.operator === '+' ? [textOf(node.left), textOf(node.right)] : []
      return parts.some((part) => part !== undefined) ? parts.map((part) => part ?? '{}').join('') : undefined
    }
    case 'JSXExpressionContainer':
      return textOf(node.expression) ?? (node.expression.type === 'JSXEmptyExpression' ? '' : '{}')
    case 'JSXElement':
    case 'JSXFragment':
      return node.children.map((child) => textOf(child) ?? '').join('')
    default:
      return undefined
  }
}
