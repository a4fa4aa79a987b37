import { auditEventWords, auditPartyWords } from '@laurel/domain/audit-words'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { ComboBox } from '../../../parts/Select.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import type { AuditSearch } from '../screen-searches.ts'
import { auditQueries } from './audit.queries.ts'

type AuditFiltersProps = {
  /** Also pass it as the `key`, so that a new URL resets the form. */
  search: AuditSearch
  problem: unknown
}

/** Filters that go into the URL when submitted. */
export function AuditFilters({ search: { before: _, ...searched }, problem }: AuditFiltersProps) {
  const navigate = useNavigate()
  const { data: words } = useQuery(auditQueries.words())
  const [draft, setDraft] = useState<AuditSearch>(searched)
  const change = (changed: { [Name in keyof AuditSearch]?: AuditSearch[Name] | undefined }) =>
    setDraft((before) => {
      const next = Object.entries({ ...before, ...changed }).filter(([, value]) => value)
      return Object.fromEntries(next)
    })
  const isFiltered = Object.keys(searched).length > 0

  return (
    <search>
      <Form
        onSubmit={() => void navigate({ to: '/office/audit', search: draft })}
        problem={problem}
        className="grid grid-cols-[repeat(3,minmax(0,1fr))_178px_178px_auto] items-start gap-x-3 gap-y-4 mid:grid-cols-3 narrow:grid-cols-2"
      >
        {/* The key resets the field once its options have loaded. */}
        <ComboBox
          key={`events ${words?.events.length}`}
          label="What"
          name="event"
          options={withOwn(
            (words?.events ?? []).map((event) => ({ value: event, label: auditEventWords(event) })),
            draft.event,
            auditEventWords,
          )}
          value={draft.event ?? null}
          onChange={(event) => change({ event: event ?? undefined })}
          placeholder="Anything"
          className="narrow:col-span-2"
        />
        <ComboBox
          key={`people ${words?.people.length}`}
          label="Who"
          name="actor"
          options={withOwn(
            [
              ...(words?.people ?? []).map(({ actor, name }) => ({ value: actor, label: name })),
              { value: 'system', label: auditPartyWords('system', '') },
              { value: 'visitor', label: auditPartyWords('visitor', '') },
            ],
            draft.actor,
            (actor) => auditPartyWords(actor, ''),
          )}
          value={draft.actor ?? null}
          onChange={(actor) => change({ actor: actor ?? undefined })}
          placeholder="Anyone"
          className="narrow:col-span-2"
        />
        <TextField
          label="About"
          name="subject"
          value={draft.subject ?? ''}
          onChange={(subject) => change({ subject })}
          placeholder="Order 10475"
          maxLength={120}
          autoComplete="off"
          className="narrow:col-span-2"
        />
        <TextField
          label="From"
          name="from"
          type="date"
          value={draft.from ?? ''}
          onChange={(from) => change({ from })}
          className="narrow:col-span-2"
        />
        <TextField
          label="To"
          name="until"
          type="date"
          value={draft.until ?? ''}
          onChange={(until) => change({ until })}
          className="narrow:col-span-2"
        />
        <div className="flex gap-2 self-start pt-[25px] mid:pt-[25px] narrow:col-span-2 narrow:pt-0">
          <Button type="submit">Search</Button>
          {isFiltered && (
            <Button look="plain" onClick={() => void navigate({ to: '/office/audit', search: {} })}>
              Clear
            </Button>
          )}
        </div>
      </Form>
    </search>
  )
}

type Option = { value: string; label: string }

/** Adds the URL's value to the options if the list doesn't have it. */
function withOwn(options: Option[], own: string | undefined, words: (value: string) => string): Option[] {
  if (own === undefined || options.some(({ value }) => value === own)) return options
  return [...options, { value: own, label: words(own) }]
}
