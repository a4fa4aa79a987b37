import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './prepare.mjs'

const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
const read = (path) => readFileSync(join(ROOT, path), 'utf8')

test.each(PAGES)('every link of %s leads to a file', (page) => {
  const text = read(page).replaceAll(/^```[\s\S]*?^```/gm, '')
  const missing = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
    .map(([, link]) => link)
    .filter((link) => !existsSync(join(ROOT, dirname(page), link)))
  expect(missing).toEqual([])
})

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

test('the ASVS page has every requirement of level 2, and names only files that exist', () => {
  const rows = read('docs/security/asvs.md').matchAll(/^\| ((\d+)\.\d+\.\d+) \| [12] \| (.+?) \| (.+) \|$/gm)
  const found = [...rows].map(([, id, chapter, state, where]) => ({ id, chapter, state, where }))
  const counts = CHAPTERS.map((_, at) => found.filter(({ chapter }) => chapter === `${at + 1}`).length)
  expect(counts).toEqual(CHAPTERS)
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  for (const { id, state, where } of found) {
    expect(['met', 'yours', 'n/a', '**not met**'], id).toContain(state)
    const files = [...where.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+|[\w-]+\.(?:md|json))`/g)].map(
      ([, file]) => file,
    )
    expect(
      files.filter((file) => !existsSync(join(ROOT, file))),
      id,
    ).toEqual([])
  }
})
