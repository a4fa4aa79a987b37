import { REWARD_TYPES } from '@laurel/domain/reward-type'
import * as z from 'zod'

export const Id = z.number().int().positive()
export const Cents = z.number().int().nonnegative().meta({ description: 'US dollars, integer cents' })
export const Moment = z.iso.datetime().meta({ description: 'ISO 8601, UTC' })

/** A day such as `2026-11-27`, of a year that the database can count. */
export function dayText(message: string) {
  return z.iso.date(message).refine((day) => day >= '0001', message)
}

export const RewardTypeName = z.enum(REWARD_TYPES, { error: /*i18n*/ 'Choose bulk, direct, or digital.' })

/** Typed text: trimmed (docs/spec.md §5), limited, without control characters. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .refine((value) => !hasControlCharacters(value), /*i18n*/ 'Remove unsupported characters.')
}

export function requiredText(max: number) {
  return text(max).min(1, 'This field is required')
}

/** For single-line text, such as in a mail's headers. */
export function lineText(max: number) {
  return text(max).refine((value) => !/[\r\n\t]/.test(value), /*i18n*/ 'Use a single line.')
}

/**
 * Line breaks and tabs are allowed; other control characters aren't, nor are those that show text backwards, which
 * can make a name look like another one.
 */
function hasControlCharacters(value: string): boolean {
  for (const character of value) {
    const code = character.codePointAt(0)!
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return true
    if (code >= 0xd800 && code <= 0xdfff) return true
    if (code === 0x202d || code === 0x202e) return true
  }
  return false
}

export const IdParams = z.object({ id: Id })

export const PageQuery = z.object({
  page: z.number().int().min(1).max(1_000_000).default(1),
  page_size: z.number().int().min(1).max(200).default(50),
})

function makePage<T extends z.ZodType>(item: T) {
  return z.object({
    count: z.number().int().nonnegative(),
    next: z.string().nullable().meta({ description: 'The path of the next page; null on the last' }),
    previous: z.string().nullable().meta({ description: 'The path of the previous page; null on the first' }),
    results: z.array(item),
  })
}

const pages = new WeakMap<z.ZodType, z.ZodObject>()

/** One page of a list; the same items have the same page, which the OpenAPI document names. */
export function pageOf<T extends z.ZodType>(item: T): ReturnType<typeof makePage<T>> {
  const page = pages.get(item) ?? makePage(item)
  pages.set(item, page)
  return page as ReturnType<typeof makePage<T>>
}

export function listOf<T extends z.ZodType>(item: T) {
  return z.array(item)
}

/** Null for what only the customer has; what the company shares says who shared it. */
export const Shared = z
  .object({
    by: z.string(),
    is_own: z.boolean(),
    can_change: z.boolean().meta({ description: 'True for the person who shared it, and for admins' }),
  })
  .nullable()

export const FieldProblem = z.object({ field: z.string(), code: z.string(), message: z.string() })
