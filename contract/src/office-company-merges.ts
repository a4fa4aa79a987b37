import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams } from './fields.ts'
import { OfficeCompany } from './office-companies.ts'
import { api } from './routes.ts'

const Named = z.object({ id: Id, name: z.string() })
const lines = (description: string) => z.array(z.string()).meta({ description })

export const CompanyMergePreview = z.object({
  version: z.string().meta({ description: 'Send it with the decision, so that only what was shown is done' }),
  merged: Named,
  into: Named,
  moves: lines('What moves, as text'),
  renamed: lines('Names that both companies use, and their new names'),
  ends: lines('What ends or, for an undo, what stays'),
  blocks: lines('Why this isn’t possible now; empty if it is'),
  needs_second_person: z.boolean().meta({ description: 'Whether money above the site’s limit moves' }),
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
  summary: 'Preview merging this company into another one',
  query: z.object({ into: Id }),
  response: CompanyMergePreview,
})

export const mergeCompany = endpoint(api.mergeCompany, {
  ...deciding,
  summary:
    'Merge this company into another one, as previewed. Above the site’s money limit, the first person requests it and a second person approves',
  body: z.object({ into: Id, version: Version }),
})

export const previewMergeUndo = endpoint(api.previewMergeUndo, {
  ...reading,
  summary: 'Preview undoing this company’s merge',
  response: CompanyMergePreview,
  refusals: ['changed'],
})

export const undoCompanyMerge = endpoint(api.undoCompanyMerge, {
  ...deciding,
  summary: 'Undo this company’s merge within 30 days. What was added since stays with the other company',
  body: z.object({ version: Version }),
})
