import { expect, test } from 'vitest'
import { chosenFiles, droppedFiles } from './dropped-files.ts'

const file = (name: string) => ({ kind: 'file' as const, getFile: async () => new File(['x'], name) })
const directory = (name: string, entries: readonly (ReturnType<typeof file> | Directory)[]): Directory => ({
  kind: 'directory',
  name,
  async *getEntries() {
    yield* entries
  },
})
type Directory = {
  kind: 'directory'
  name: string
  getEntries(): AsyncIterable<ReturnType<typeof file> | Directory>
}

test('finds files in dropped folders, without what systems add to them', async () => {
  const found = await droppedFiles([
    file('logo.png'),
    { kind: 'text' },
    directory('Holiday', [
      file('list.csv'),
      file('.DS_Store'),
      file('Thumbs.db'),
      directory('2025', [file('brief.pdf')]),
      directory('.git', [file('config')]),
    ]),
  ])
  expect(found.map(({ file: { name }, path }) => [...path, name].join('/'))).toEqual([
    'logo.png',
    'Holiday/list.csv',
    'Holiday/2025/brief.pdf',
  ])
})

test('keeps the folders of a chosen folder', () => {
  const chosen = (path: string) =>
    Object.defineProperty(new File(['x'], path.split('/').at(-1)!), 'webkitRelativePath', { value: path })
  const plain = Object.defineProperty(new File(['x'], 'logo.png'), 'webkitRelativePath', { value: '' })
  const found = chosenFiles([
    chosen('Holiday/2025/brief.pdf'),
    chosen('Holiday/.DS_Store'),
    chosen('Holiday/.cache/a.png'),
    plain,
  ])
  expect(found.map(({ file: { name }, path }) => [...path, name].join('/'))).toEqual([
    'Holiday/2025/brief.pdf',
    'logo.png',
  ])
})
