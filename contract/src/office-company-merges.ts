import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams } from './fields.ts'
import { OfficeCompany } from './office-companies.ts'
import { api } from './routes.ts'

const Named = z.object({ id: Id, name: z.string() })
const lines = (description: string) => z.array(z.string()).meta({ description })

export const CompanyMergePreview = z.object({
  version: z.string().meta({ description: 'Sent with the decision, so that what is done is what was shown' }),
  merged: Named,
  into: Named,
  moves: lines('What moves, in words'),
  renamed: lines('Names that both companies use, with their new ones'),
  ends: lines('What ends; for an undo, what stays'),
  blocks: lines('Why it can’t be done now; empty if it can'),
  needs_second_person: z.boolean().meta({ description: 'Money above the site’s limit moves' }),
})

const reading = { access: 'staff', needs: 'companies.edit', params: IdParams } as const
const Version = z.string().min(1).max(100)
const deciding = {
  ...reading,
  response: OfficeCompany,
  idempotent: true,
  refusals: ['changed', 'merge_blocked', 'other_person_needed'],
} as const

export const previewCompanyMerge = endpoint(api.previewCompanyMerge, {
  ...reading,
  summary: 'What merging this company into another one would do now',
  query: z.object({ into: Id }),
  response: CompanyMergePreview,
})

export const mergeCompany = endpoint(api.mergeCompany, {
  ...deciding,
  summary:
    'Merge this company into another one, as it was shown. With money above the site’s limit, the first person asks, and a second one merges',
  body: z.object({ into: Id, version: Version }),
})

export const previewMergeUndo = endpoint(api.previewMergeUndo, {
  ...reading,
  summary: 'What undoing the merge of this company would do now',
  response: CompanyMergePreview,
  refusals: ['changed'],
})

export const undoCompanyMerge = endpoint(api.undoCompanyMerge, {
  ...deciding,
  summary: 'Undo the merge of this company, within 30 days. What came since stays with the other company',
  body: z.object({ version: Version }),
})
