import { onlineManager } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { closeModal } from '../app/modal-store.ts'
import type { Security } from '../app/security-calls.ts'
import { useToastStore } from '../app/toast-store.ts'
import { type Answers, renderPage } from './render-page.tsx'
import { CUSTOMER, SITE } from './site-fixture.ts'

/** Fakes of the accounts service's calls. Each test file mocks `load-account-calls.ts` with them. */
export const calls = {
  readSecurity: vi.fn(),
  setFactors: vi.fn(),
  startAuthenticator: vi.fn(),
  confirmAuthenticator: vi.fn(),
  changeContact: vi.fn(),
  sendContactCode: vi.fn(),
  confirmContact: vi.fn(),
  removePhone: vi.fn(),
  changePassword: vi.fn(),
  closeAccount: vi.fn(),
}

/** Lazily loaded dialogs take a while on a busy machine. */
export const PATIENT = { timeout: 8_000 }
export const STEP = 'Second step at sign-in'
export const PHONE = '+19375550110'
export const SECURE: Security = {
  email: 'dana@halden.example',
  signsInWith: 'dana@halden.example',
  isEmailVerified: true,
  phone: '',
  isPhoneVerified: false,
  factors: [],
  preferred: null,
  hasPassword: true,
  services: [],
}
export const SOCIAL = {
  social_providers: ['Google' as const, 'Apple' as const],
  oauth_domain: 'shop.test/identity',
}
export const GOOGLE = { name: 'Google', known: 'Google' as const, linkedAt: '2025-11-20T12:00:00Z' }
export const APPLE = { name: 'Apple', known: 'Apple' as const, linkedAt: '2025-11-21T12:00:00Z' }

export function resetBetweenTests() {
  beforeEach(() => vi.resetAllMocks())
  afterEach(() => {
    cleanup()
    closeModal()
    useToastStore.setState({ toasts: [] })
    onlineManager.setOnline(true)
    vi.unstubAllGlobals()
  })
}

/** @param site the site's settings for accounts */
export async function openSettings(
  security: Partial<Security> = {},
  site: Partial<typeof SITE.accounts> = {},
  answers: Answers = {},
) {
  calls.readSecurity.mockResolvedValue({ ...SECURE, ...security })
  const page = await renderPage('/settings', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_rewards_site/': {
        ...SITE,
        accounts: { ...SITE.accounts, user_pool_endpoint: '/identity/', mfa: 'optional', ...site },
      },
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/recovery_codes/': { remaining: 10 },
      ...answers,
    },
  })
  await screen.findByRole('button', { name: /Change email|Ćĥàńĝē ēḿàĩĺ/ })
  return page
}

export const part = (name: string) => within(screen.getByRole('region', { name }))
export const press = (name: string | RegExp, place: Pick<typeof screen, 'getByRole'> = screen) =>
  fireEvent.click(place.getByRole('button', { name }))
export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const enterCode = async (code: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: 'Code' }, PATIENT), { target: { value: code } })
export const refusal = (name: string) => Object.assign(new Error(`${name}, as the service says it`), { name })
export const toasts = () => useToastStore.getState().toasts
export const toast = (title: string) =>
  waitFor(() => expect(toasts().map((one) => one.title)).toContain(title))
