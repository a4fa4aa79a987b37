/**
 * A site's test site is where test keys order: a site of its own, so that nothing of it is in the live site
 * (docs/decisions/0092). Its number is the site's, negative: no query is needed to tell them apart.
 */
export function testSiteOf(liveSiteId: number): number {
  return -Math.abs(liveSiteId)
}

export function isTestSite(siteId: number): boolean {
  return siteId < 0
}

export function liveSiteOf(siteId: number): number {
  return Math.abs(siteId)
}

/**
 * For everything that leaves the server: mail, cards, carriers.
 *
 * @throws {Error} for a test site: a caller's bug, stopped before it reaches anyone
 */
export function assertLiveSite(siteId: number, what: string): void {
  if (isTestSite(siteId)) throw new Error(`${what} of test site ${siteId} must not leave`)
}
