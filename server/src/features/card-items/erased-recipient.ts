/** Shown in place of a removed name. */
export const ERASED = 'Erased'

export const NO_ADDRESS = {
  ...{ email: '', address1: '', address2: '', city: '', state: '', zip: '' },
} as const
export const NO_NAME = { first_name: ERASED, last_name: '' } as const
