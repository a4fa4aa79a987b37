import { afterEach, expect, test } from 'vitest'
import type { Company } from '../company.queries.ts'
import { loadTexts, showLanguage } from '../texts.ts'
import { companyDetail } from './CompanyMenu.tsx'

afterEach(() => showLanguage('en'))

test('a company in the menu is described in the page’s language', async () => {
  const company = { roleName: 'Compras', peopleCount: 5 } as Company
  expect(companyDetail(company, true)).toBe('Current, Compras, 5 people')
  await loadTexts(['parts'], 'es')
  showLanguage('es')
  expect(companyDetail(company, true)).toBe('Actual, Compras, 5 personas')
})
