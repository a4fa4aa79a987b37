import type { Site } from './site.ts'

/**
 * The name a person signs in with: the email and the site, because one address may have an account
 * on several sites (docs/spec.md §3, "Sign-up attributes").
 */
export function usernameOf(site: Pick<Site, 'slug'>, email: string): string {
  return `${email.trim()}#${site.slug}`
}
