import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * The features of the server, bottom first (docs/architecture.md, "Layers"). A feature imports features of its
 * own layer that stand before it, and of the layers below. Upward it raises an event (docs/decisions/0037).
 */
const LAYERS = {
  ground: ['audit', 'sites', 'mail', 'files'],
  'who and what there is': [
    'catalog',
    'companies',
    'customers',
    'addresses',
    'staff',
    'assistants',
    'accounts',
    'carriers',
    'places',
  ],
  'describe what is bought': ['card-items', 'imports', 'recipient-lists', 'customer-files'],
  'decide what is bought': ['orders'],
  'pay and refund': [
    'ledger',
    'budgets',
    'approvals',
    'payments',
    'refunds',
    'checkout',
    'money',
    'balance',
    'terms',
  ],
  'tell customers and integrators': ['notices', 'webhooks'],
  'move cards': ['issuing', 'deliveries', 'batches'],
  'show and sum up': [
    'documents',
    'order-mails',
    'order-desk',
    'my-orders',
    'year-end',
    'reports',
    'approval-requests',
    'test-mode',
    'place-order',
    'programs',
    'customer-desk',
    'company-desk',
    'site-settings',
    'privacy',
    'people-files',
    'conversations',
    'mcp',
    'system',
    'today',
    'office-search',
    'setup',
    'platform',
    'go-live',
  ],
} as const

/** What the features stand on, and the features it may know: `http` admits requests, so it knows sites and people. */
const BENEATH: Record<string, readonly string[]> = {
  backup: ['files'],
  database: [],
  jobs: [],
  makers: [],
  secrets: [],
  http: ['audit', 'sites', 'files', 'companies', 'customers', 'staff'],
}

const ORDER: readonly string[] = Object.values(LAYERS).flat()
const FEATURES = import.meta.dirname

test('every feature folder has its place in the layers', () => {
  const folders = readdirSync(FEATURES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

  expect([...ORDER].sort()).toEqual(folders.sort())
})

test('the diagram in the documentation shows these layers', () => {
  const page = readFileSync(path.join(FEATURES, '../../../docs/architecture.md'), 'utf8')
  const [, diagram] = /^## Layers$.*?```(.*?)no feature/ms.exec(page)!
  const rows = diagram!.split(/^ +\d /m).slice(1)
  const shown = rows.map((row) => row.match(/[a-z-]+/g)!.filter((word) => ORDER.includes(word)))

  expect(shown.reverse()).toEqual(Object.values(LAYERS))
})

test('a feature imports only from layers below it', () => {
  const all = arrows(FEATURES)
  expect(all.length).toBeGreaterThan(0)
  const upward = all.filter(({ file, target }) => heightOf(target) > heightOf(file))

  const advice = `A feature may import only features before it in LAYERS (server/src/features/layers.test.ts).
Move the code to the feature it belongs to; or, where a lower feature has to tell an upper one, raise an
event and connect a listener in server/src/laurel.ts. See docs/architecture.md, "Layers".`
  expect(
    upward.map(({ file, target }) => `${file} → ${target}`),
    advice,
  ).toEqual([])
})

test('modules below the features import no feature', () => {
  const wrong = Object.entries(BENEATH).flatMap(([folder, known]) =>
    arrows(path.join(FEATURES, '..', folder))
      .filter(({ target }) => !known.includes(target.split(path.sep)[0]!))
      .map(({ file, target }) => `${folder}/${file} → ${target}`),
  )
  expect(wrong, 'Move the code to a feature, or hand it in from server/src/laurel.ts.').toEqual([])
})

function heightOf(file: string): number {
  return ORDER.indexOf(file.split(path.sep)[0]!)
}

type Arrow = { file: string; target: string }

/** Imports of features by the files of a folder; the targets are paths from the features' folder. */
function arrows(folder: string): Arrow[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      importsOf(path.join(folder, file))
        .filter((target) => !target.startsWith('..'))
        .map((target) => ({ file, target })),
    )
}

/** What a file imports, types included, as paths from the features' folder. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import|import\(|URL\()\s*'(\.{1,2}\/[^']+)'/g)].map(([, target]) =>
    path.relative(FEATURES, path.resolve(path.dirname(file), target!)),
  )
}
