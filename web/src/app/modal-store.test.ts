import { afterEach, expect, test, vi } from 'vitest'
import { closeModal, openModal, useModalStore } from './modal-store.ts'

afterEach(() => closeModal())

test('closing clears the content, then runs the close callback once', () => {
  const onClose = vi.fn(() => expect(useModalStore.getState().open).toBeNull())
  openModal('legal', { kind: 'terms' }, { onClose })
  expect(useModalStore.getState().open).toEqual({ variant: 'legal', props: { kind: 'terms' } })

  closeModal()
  closeModal()

  expect(useModalStore.getState()).toMatchObject({ open: null, onClose: undefined })
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a second modal replaces the first, whose callback runs', () => {
  const first = vi.fn()
  const second = vi.fn()
  openModal('auth', {}, { onClose: first })
  openModal('legal', { kind: 'privacy' }, { onClose: second })

  expect(first).toHaveBeenCalledTimes(1)
  expect(useModalStore.getState().open?.variant).toBe('legal')

  closeModal()
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).toHaveBeenCalledTimes(1)
})

test('a close callback may open the next modal', () => {
  openModal('auth', {}, { onClose: () => openModal('legal', { kind: 'terms' }) })
  closeModal()
  expect(useModalStore.getState().open?.variant).toBe('legal')
})
