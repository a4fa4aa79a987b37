// @vitest-environment happy-dom
import { STORAGE_KEYS } from '@laurel/domain/timings'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  adoptDraft,
  changeDesign,
  changeSetup,
  forgetCard,
  rememberUnsaved,
  startCard,
  unsavedOf,
  useSetupStore,
} from './setup-store.ts'

const session = vi.hoisted(() => ({ tell: (_: string) => {} }))
vi.mock('./session.ts', () => ({
  idToken: async () => undefined,
  subscribeToSession: (listener: (state: string) => void) => {
    session.tell = listener
  },
}))

const stored = () => localStorage.getItem(STORAGE_KEYS.productSetup) ?? ''

beforeEach(() => startCard('direct'))

test('a reload restores the current card', async () => {
  changeSetup({ templateId: 4, cardItemId: 7 })
  const before = stored()
  useSetupStore.setState({ rewardType: null, templateId: null, cardItemId: null })
  localStorage.setItem(STORAGE_KEYS.productSetup, before)
  await useSetupStore.persist.rehydrate()
  expect(useSetupStore.getState()).toMatchObject({ rewardType: 'direct', templateId: 4, cardItemId: 7 })
})

test('repairs the shape of another version', async () => {
  const state = { rewardType: 'bulk', quantity: 25, templateId: 'gone' }
  localStorage.setItem(STORAGE_KEYS.productSetup, JSON.stringify({ state, version: 0 }))
  await useSetupStore.persist.rehydrate()
  expect(useSetupStore.getState()).toMatchObject({ rewardType: 'bulk', quantity: 25, templateId: null })
})

test('unsaved input moves to the card’s new draft, and other cards keep theirs', () => {
  rememberUnsaved({ line1: 'far too long' })
  adoptDraft(7)
  expect(unsavedOf(7)).toEqual({ line1: 'far too long' })
  startCard('bulk')
  expect(unsavedOf()).toEqual({})
  rememberUnsaved({ quantity: 0 })
  adoptDraft(8)
  forgetCard()
  expect(unsavedOf(8)).toEqual({})
  expect(unsavedOf(7)).toEqual({ line1: 'far too long' })
  expect(stored()).toContain('far too long')
  session.tell('signed-out')
  expect(stored()).not.toContain('far too long')
})

test('keeps the card’s texts out of the browser’s storage', () => {
  changeDesign({ line1: 'Thank you, Maya Okafor' })
  expect(useSetupStore.getState().design.line1).toBe('Thank you, Maya Okafor')
  expect(stored()).not.toContain('Maya')
})

test('a new card starts empty', () => {
  changeSetup({ cardItemId: 7, quantity: 25 })
  startCard('digital')
  expect(useSetupStore.getState()).toMatchObject({ rewardType: 'digital', cardItemId: null, quantity: null })
})

test('signing out removes the selections', () => {
  changeSetup({ cardItemId: 7 })
  session.tell('signed-out')
  expect(useSetupStore.getState()).toMatchObject({ rewardType: null, cardItemId: null })
  expect(localStorage.getItem(STORAGE_KEYS.productSetup)).toBeNull()
})
