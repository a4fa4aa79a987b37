import { MAX_LIST_ROWS } from '@laurel/domain/list-dates'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Moment, PageQuery, pageOf, requiredText, Shared, text } from './fields.ts'
import { blankPerson, personFields, personShape } from './recipients.ts'
import { api } from './routes.ts'

/**
 * A group of saved people. Each person is in the customer's address book once and can be in many lists:
 * changing a person changes them everywhere, and removing them from a list keeps them in the book. A list that is
 * shared with the company is read by everyone in it, and its people stay in the book of the person who shared it.
 */
export const RecipientList = z.object({
  id: Id,
  name: z.string(),
  people_count: z.number().int(),
  updated_at: Moment,
  shared: Shared,
})

const DATES = {
  birthday: 'Such as `06-14`, or with a year. What isn’t a date stays as entered, to be corrected',
  start_date: 'The first day at work, such as `2019-06-14`',
}

/** Fields that only saved people have. */
export const dateFields = {
  birthday: text(40).meta({ description: DATES.birthday }),
  start_date: text(40).meta({ description: DATES.start_date }),
}
const blankDates = {
  birthday: text(40).default('').meta({ description: DATES.birthday }),
  start_date: text(40).default('').meta({ description: DATES.start_date }),
}

export const SavedPerson = z.object({
  id: Id,
  ...personShape,
  birthday: z.string().meta({ description: DATES.birthday }),
  start_date: z.string().meta({ description: DATES.start_date }),
  list_ids: z.array(Id),
  file_list_ids: z.array(Id).meta({
    description: 'Lists whose file this person comes from. The next sync restores what’s in the file',
  }),
  updated_at: Moment,
})

const search = {
  search: text(100).optional().meta({
    description:
      'Any part of a name, email, city, or ZIP code. With more than 20,000 people, the beginning of one of these, or both names',
  }),
}

export const listRecipientLists = endpoint(api.listRecipientLists, {
  access: 'customer',
  tool: { name: 'list_recipient_lists', effect: 'reads' },
  keyScope: 'any',
  summary: 'The customer’s saved lists and those shared by their company, by name',
  response: z.array(RecipientList),
})
export const createRecipientList = endpoint(api.createRecipientList, {
  access: 'customer',
  summary: 'Create an empty list',
  body: z.object({ name: requiredText(60), is_shared: z.boolean().optional() }),
  response: RecipientList,
  idempotent: true,
  refusals: ['limit_exceeded', 'not_allowed'],
})
export const patchRecipientList = endpoint(api.patchRecipientList, {
  access: 'customer',
  summary: 'Rename a list, share it with the company, or stop sharing it',
  params: IdParams,
  body: z.object({ name: requiredText(60).optional(), is_shared: z.boolean().optional() }),
  response: RecipientList,
  refusals: ['limit_exceeded', 'not_allowed'],
})
export const deleteRecipientList = endpoint(api.deleteRecipientList, {
  access: 'customer',
  summary: 'Remove a list. Its people stay in the address book',
  params: IdParams,
  response: 'nothing',
  refusals: ['not_allowed'],
})
export const listListPeople = endpoint(api.listListPeople, {
  access: 'customer',
  summary: 'The people of a list by name',
  params: IdParams,
  query: PageQuery.extend(search),
  response: pageOf(SavedPerson),
})
export const addListPerson = endpoint(api.addListPerson, {
  access: 'customer',
  summary: 'Add a person to a list: from the address book by `person_id`, or a new one',
  params: IdParams,
  body: z.object({ person_id: Id.optional(), ...blankPerson, ...blankDates }),
  response: SavedPerson,
  idempotent: true,
  refusals: ['limit_exceeded', 'not_allowed'],
})
/** People on the list with the same email get the dates; others are added. Sending it again changes nothing. */
export const importListPeople = endpoint(api.importListPeople, {
  access: 'customer',
  summary: `Add up to ${MAX_LIST_ROWS.toLocaleString('en-US')} people with their dates from a spreadsheet’s rows`,
  params: IdParams,
  body: z.object({
    text: z.string().min(1, /*i18n*/ 'Paste rows, or choose a file.').max(2_000_000).meta({
      description:
        'CSV, or rows copied from a spreadsheet, with a heading row: Name or First name and Last name, Email, address columns, Birthday, Start date',
    }),
  }),
  response: z.object({
    list: RecipientList,
    added_count: z.number().int(),
    updated_count: z.number().int(),
    unchanged_count: z.number().int().meta({
      description: 'Rows of people who were on the list already, also from a row above, without a new date',
    }),
    ignored: z.array(z.string()).meta({ description: 'Headings of columns that weren’t read' }),
    problems: z
      .array(z.object({ row: z.number().int(), message: z.string() }))
      .meta({ description: 'The first 100. A date that can’t be read is kept, to be corrected' }),
    problem_count: z.number().int(),
  }),
  refusals: ['not_found', 'not_allowed', 'limit_exceeded', 'import_unreadable'],
})
export const removeListPerson = endpoint(api.removeListPerson, {
  access: 'customer',
  summary: 'Remove a person from a list',
  params: IdParams.extend({ person_id: Id }),
  response: 'nothing',
  refusals: ['not_allowed'],
})
export const listSavedPeople = endpoint(api.listSavedPeople, {
  access: 'customer',
  summary: 'The address book: all saved people, by name',
  query: PageQuery.extend(search),
  response: pageOf(SavedPerson),
})
export const patchSavedPerson = endpoint(api.patchSavedPerson, {
  access: 'customer',
  summary: 'Change a person in the address book',
  params: IdParams,
  body: z.object({ ...personFields, ...dateFields }).partial(),
  response: SavedPerson,
  refusals: ['limit_exceeded'],
})
export const deleteSavedPerson = endpoint(api.deleteSavedPerson, {
  access: 'customer',
  summary: 'Remove a person from the address book and every list',
  params: IdParams,
  response: 'nothing',
})
/** People already on the card item's list (same name and address, or email) are skipped. */
export const addListToCardItem = endpoint(api.addListToCardItem, {
  access: 'customer',
  tool: { name: 'add_list', effect: 'changes' },
  summary: 'Add people from a saved list to a card item',
  params: IdParams,
  body: z.object({ card_item_id: Id, person_ids: z.array(Id).max(10_000).optional() }),
  response: z.object({ added_count: z.number().int(), skipped_count: z.number().int() }),
  idempotent: true,
  refusals: [
    'limit_exceeded',
    'order_is_frozen',
    'card_item_not_editable',
    'draft_taken_over',
    'not_allowed',
  ],
})
/** Saves into `list_id`, or a new list called `name`. People already saved are updated. */
export const saveRecipients = endpoint(api.saveRecipients, {
  access: 'customer',
  summary: 'Save a card item’s people to the address book and a list',
  params: IdParams,
  body: z.object({ list_id: Id.optional(), name: text(60).optional(), is_shared: z.boolean().optional() }),
  response: z.object({ list: RecipientList, saved_count: z.number().int(), skipped_count: z.number().int() }),
  idempotent: true,
  refusals: ['limit_exceeded', 'not_allowed'],
})
export const exportRecipientList = endpoint(api.exportRecipientList, {
  access: 'customer',
  summary: 'A saved list as CSV: UTF-8 with BOM, formulas defused',
  params: IdParams,
  response: 'file',
})
