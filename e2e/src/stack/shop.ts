import { test as base, expect } from '@playwright/test'

export { expect }

export type SiteName = 'northwind' | 'acorn'

export function originOf(site: SiteName): string {
  const port = process.env.SHOP_PORT
  return site === 'northwind' ? `http://localhost:${port}` : `http://acorn.localhost:${port}`
}

/** Node doesn't resolve `acorn.localhost`, so calls use the loopback address with a Host header. */
export function hostHeaders(site: SiteName): { host: string } {
  return { host: new URL(originOf(site)).host }
}

export function loopback(path: string): string {
  return `http://127.0.0.1:${process.env.SHOP_PORT}${path}`
}

/** A test that fails if its page violates the content security policy, throws, or logs an error. */
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
