import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { ROOT } from './prepare.mjs'
import { NEVER, SPELLED_OUT } from './voice.mjs'

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
