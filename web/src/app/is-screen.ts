import type { useRouter } from '@tanstack/react-router'

/** Whether a screen of ours stands at this path; the fallback page is none. */
export function isScreen(router: ReturnType<typeof useRouter>, path: string): boolean {
  const [, , foundRoute] = router.getMatchedRoutes(path)
  return foundRoute !== undefined && foundRoute.id !== '/$'
}
