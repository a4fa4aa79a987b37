import { test as base, expect } from '@playwright/test'

export { expect }

export type SiteName = 'northwind' | 'acorn'

export function originOf(site: SiteName): string {
  const port = process.env.SHOP_PORT
  return site === 'northwind' ? `http://localhost:${port}` : `http://acorn.localhost:${port}`
}

/** Node does not resolve `acorn.localhost`, so calls go to the loopback address and name the host. */
export function hostHeaders(site: SiteName): { host: string } {
  return { host: new URL(originOf(site)).host }
}

export function loopback(path: string): string {
  return `http://127.0.0.1:${process.env.SHOP_PORT}${path}`
}

/** A test whose page may not break the content security policy, throw, or log an error unseen. */
export const test = base.extend<{ strict: undefined }>({
  strict: [
    async ({ context }, use) => {
      const broken: string[] = []
      context.on('weberror', (error) => broken.push(`thrown: ${error.error().message}`))
      context.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) broken.push(message.text())
      })
      await use(undefined)
      expect(broken).toEqual([])
    },
    { auto: true },
  ],
})
