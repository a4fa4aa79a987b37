// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ThemeChoice } from './ThemeChoice.tsx'

test('dark is kept in a cookie and applied to the page and the browser’s frame, until the system decides again', () => {
  document.head.innerHTML = ['light', 'dark']
    .map(
      (theme) => `<meta name="theme-color" data-theme="${theme}" media="(prefers-color-scheme: ${theme})">`,
    )
    .join('')
  const media = () => [...document.head.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'))
  const chosen = () =>
    screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.ariaLabel
  render(<ThemeChoice isCompact />)
  expect(chosen()).toBe('System')

  fireEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(document.cookie).toBe('laurel_theme=dark')
  expect(media()).toEqual(['not all', 'all'])
  expect(chosen()).toBe('Dark')

  fireEvent.click(screen.getByRole('radio', { name: 'System' }))
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(document.cookie).toBe('')
  expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
})
