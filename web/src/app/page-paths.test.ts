// @vitest-environment jsdom
// The server answers 404 for paths that this list doesn't have.
import { isPagePath, PAGE_PATHS } from '@laurel/domain/page-paths'
import { expect, test } from 'vitest'
import { makeQueryClient } from './query-client.ts'
import { makeRouter } from './router.tsx'

test('the list of pages is the router’s', () => {
  const { routesById } = makeRouter(makeQueryClient())
  const routes = Object.values<{ fullPath: string }>({ ...routesById })
  const paths = new Set(
    routes.map(({ fullPath }) => fullPath.replace(/(.)\/$/, '$1')).filter((path) => path !== '/$'),
  )
  for (const path of paths) expect([path, isPagePath(path.replace(/\$\w+/g, 'x'))]).toEqual([path, true])
  for (const path of PAGE_PATHS) expect([path, paths.has(path)]).toEqual([path, true])
})
