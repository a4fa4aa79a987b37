import type { PersonWireField, RecipientWireField } from '@laurel/domain/recipient-fields'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, FieldProblem, Id, IdParams, PageQuery, pageOf, text } from './fields.ts'
import { api } from './routes.ts'

/** How a person changed since the last list was read (docs/spec.md §3, "Item change marks"). */
export const RecipientChange = z.enum(['new', 'edited', 'unchanged', 'deleted'])

/** A person's fields. Up to these lengths they're stored as entered, so that a list can be repaired in place. */
function personOf<Text>(textOf: (max: number) => Text) {
  return {
    first_name: textOf(100),
    last_name: textOf(100),
    email: textOf(320),
    address1: textOf(200),
    address2: textOf(200),
    city: textOf(100),
    state: textOf(60),
    zip: textOf(20),
    language: textOf(60),
  } satisfies Record<PersonWireField, Text>
}

/** A person's fields and what only a recipient has. */
function recipientOf<Text, Amount>(textOf: (max: number) => Text, amount: Amount) {
  const fields = { ...personOf(textOf), amount_cents: amount, message: textOf(500) }
  return fields satisfies Record<RecipientWireField, Text | Amount>
}

const blankText = (max: number) => text(max).default('')
const anyText = () => z.string()
const Amount = z.number().int().min(0).max(100_000_000).nullable()

/** As written. */
export const personFields = personOf(text)
export const recipientFields = recipientOf(text, Amount)

/** As written for someone new, who can start out empty. */
export const blankPerson = personOf(blankText)
export const blankRecipient = recipientOf(blankText, Amount.default(null))

/** As read: each text is present, even if empty. */
export const personShape = personOf(anyText)
export const recipientShape = recipientOf(anyText, Cents.nullable())

export const RecipientProblem = FieldProblem.extend({
  severity: z.enum(['error', 'warning']),
  value: z.string().optional().meta({ description: 'The value in question, as entered' }),
  suggestions: z
    .array(z.object(recipientShape).partial())
    .optional()
    .meta({ description: 'Suggested changes that would fix it, likeliest first' }),
  is_sure: z.literal(true).optional().meta({
    description: 'Its only suggestion can be applied without a decision: `bulk_change` with `fix` applies it',
  }),
})

export const Recipient = z.object({
  id: Id,
  card_item_id: Id,
  position: z.number().int(),
  ...recipientShape,
  amount_cents: recipientShape.amount_cents.meta({ description: 'Null uses the item’s value' }),
  problems: z.array(RecipientProblem),
  needs_attention: z.boolean(),
  delivery_state: z.string(),
  change: RecipientChange.meta({
    description: '`new` was added by hand, `edited` differs from the file it came with',
  }),
  import_id: Id.nullable(),
  import_row: z.number().int().nullable().meta({ description: 'The row of the file it came in' }),
  kept_warnings: z
    .array(z.string())
    .meta({ description: 'Codes of warnings that were dismissed as correct' }),
})

/** `attention`, `warning`, `suggested`, or the code of one problem such as `duplicate` or `zero_restored`. */
const Only = z.string().regex(/^[a-z0-9_]{1,40}$/, 'Not a filter')
const SORTS = ['position', 'name', 'email', 'city', 'state', 'zip', 'amount', 'problems'] as const
export type RecipientSort = (typeof SORTS)[number]
const filter = {
  search: text(100).optional().meta({
    description:
      'Any part of a name, email, city, or ZIP code. In lists of more than 20,000 people, the beginning of one of these, or both names',
  }),
  only: Only.optional(),
}

const ProblemCount = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  count: z.number().int(),
  suggested_count: z.number().int().meta({ description: 'How many of them `fix` would fix' }),
})

export const listRecipients = endpoint(api.listRecipients, {
  access: 'customer',
  summary: 'The recipients of a card item, in file order or sorted',
  query: PageQuery.extend({
    card_item_id: Id,
    ...filter,
    sort: z.enum([...SORTS, ...SORTS.map((sort) => `-${sort}` as const)]).default('position'),
  }),
  response: pageOf(Recipient).extend({
    total_count: z.number().int(),
    attention_count: z.number().int(),
    ready_count: z.number().int().meta({ description: 'Nothing to fix or check, and a value above zero' }),
    without_value_count: z.number().int().meta({
      description: 'People without a value, if the card item has no default value',
    }),
    warning_count: z.number().int().meta({ description: 'People with a warning and no error' }),
    suggested_count: z.number().int().meta({ description: 'People with a problem that `fix` would fix' }),
    value_cents: Cents,
    problem_counts: z.array(ProblemCount).meta({ description: 'People per problem code, most first' }),
  }),
  refusals: ['not_found'],
})

const changes = ['order_is_frozen', 'card_item_not_editable', 'draft_taken_over', 'not_allowed'] as const

export const createRecipient = endpoint(api.createRecipient, {
  access: 'customer',
  summary: 'Add one person',
  body: z.object({ card_item_id: Id, ...blankRecipient }),
  response: Recipient,
  idempotent: true,
  refusals: [
    'not_found',
    'order_is_frozen',
    'card_item_not_editable',
    'draft_taken_over',
    'not_allowed',
    'limit_exceeded',
  ],
})
export const patchRecipient = endpoint(api.patchRecipient, {
  access: 'customer',
  summary: 'Change one person',
  params: IdParams,
  body: z
    .object(recipientFields)
    .partial()
    .extend({
      kept_warnings: z
        .array(z.string().regex(/^[a-z0-9_]{1,40}$/, 'Not a code'))
        .max(20)
        .optional()
        .meta({ description: 'Warnings to dismiss as correct. They return if the person changes' }),
    }),
  response: Recipient.extend({
    also_changed: z
      .array(Recipient)
      .meta({ description: 'Others whose problems changed too, because they look like the same person' }),
  }),
  refusals: changes,
})
export const deleteRecipient = endpoint(api.deleteRecipient, {
  access: 'customer',
  summary: 'Remove one person from this list',
  params: IdParams,
  response: 'nothing',
  refusals: ['order_is_frozen', 'card_item_not_editable', 'draft_taken_over', 'not_allowed'],
})

/** Accepted by {@link undoRecipientChange} for a day. */
const UndoToken = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/, 'Not an undo token')

/**
 * Changes many people at once: `ids`, or everyone the filter shows (`all` with `only` and `search`) without
 * `except_ids`. `delete` removes them; `fix` applies the sure suggestions for their problems (of one kind if
 * `only` is its code) and counts the people it changed; `set` gives them an amount and message (an empty
 * `amount_cents` in a form is null: the item's own value). IDs that no longer exist are skipped.
 */
export const bulkChangeRecipients = endpoint(api.bulkChangeRecipients, {
  access: 'customer',
  summary: 'Delete or fix many people, or set their amount or message. Can be undone',
  body: z.object({
    card_item_id: Id,
    action: z.enum(['set', 'delete', 'fix', 'keep']),
    ids: z.array(Id).max(10_000).default([]),
    all: z.boolean().default(false),
    except_ids: z.array(Id).max(10_000).default([]),
    ...filter,
    amount_cents: recipientFields.amount_cents.optional(),
    message: recipientFields.message.optional(),
  }),
  response: z.object({ undo_token: UndoToken, changed_count: z.number().int() }),
  idempotent: true,
  refusals: ['not_found', ...changes],
})

/** A block of cells pasted into the grid: changes people by ID and adds people at the end, all or none. */
export const editRecipients = endpoint(api.editRecipients, {
  access: 'customer',
  summary: 'Change and add up to 1,000 people. Can be undone',
  body: z.object({
    card_item_id: Id,
    edited: z
      .array(z.object({ id: Id, ...z.object(recipientFields).partial().shape }))
      .max(1_000)
      .default([]),
    added: z.array(z.object(blankRecipient)).max(1_000).default([]),
  }),
  response: z.object({
    undo_token: UndoToken,
    edited: z.array(Recipient),
    added: z.array(Recipient),
  }),
  idempotent: true,
  refusals: [
    'not_found',
    'order_is_frozen',
    'card_item_not_editable',
    'draft_taken_over',
    'not_allowed',
    'limit_exceeded',
  ],
})

/** Later changes stay and are counted in `kept_count`. */
export const undoRecipientChange = endpoint(api.undoRecipientChange, {
  access: 'customer',
  summary: 'Undo a change of many people. Deleted people return to their positions',
  body: z.object({ undo_token: UndoToken }),
  response: z.object({ restored_count: z.number().int(), kept_count: z.number().int() }),
  idempotent: true,
  refusals: [
    'not_found',
    'order_is_frozen',
    'card_item_not_editable',
    'draft_taken_over',
    'not_allowed',
    'limit_exceeded',
  ],
})

export const exportRecipients = endpoint(api.exportRecipients, {
  access: 'customer',
  summary: 'A card item’s list as CSV: UTF-8 with BOM, formulas defused, read back unchanged',
  params: IdParams,
  response: 'file',
})
