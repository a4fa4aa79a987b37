import { Fragment, type ReactNode } from 'react'

/** The value of a placeholder for which {@link inText} shows an element. */
export const SLOT = '\uFFFC'

/**
 * A translated text with elements in its slots.
 *
 * @example inText(i18n.t('We sent it to {email}.', { email: SLOT }), <b>{email}</b>)
 */
export function inText(text: string, ...elements: ReactNode[]): ReactNode {
  return text.split(SLOT).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts never move
    <Fragment key={index}>
      {index > 0 && elements[index - 1]}
      {part}
    </Fragment>
  ))
}
