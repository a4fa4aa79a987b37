import type { Catalogs } from '../../app/texts.ts'

export const CLAIM_TEXTS: Catalogs = {
  en: () => import('./texts.en.ts'),
  es: () => import('./texts.es.ts'),
  'en-XA': () => import('./texts.en-XA.ts'),
}
