import { mayInCompany } from '@laurel/domain/company-roles'
import { MAX_PROGRAMS, PROGRAM_KIND_WORDS } from '@laurel/domain/programs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { companyQueries, type Program } from '../../../app/company.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { inText, SLOT } from '../../../parts/in-text.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { ProgramDialog } from './ProgramDialog.tsx'
import { amountWords, stateOf } from './program-words.ts'

/** For those who may manage them; tells others whom to ask. */
export function IfManagesPrograms({ children }: { children: ReactNode }) {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  if (mayInCompany(company, 'programs.manage')) return children
  return (
    <EmptyState title={i18n.t('Your role doesn’t allow this')}>
      {i18n.t('Ask an admin of {name} to set up a program.', { name: company.name })}
    </EmptyState>
  )
}

/** Cards that are ordered for the dates on a list. */
export function ProgramsScreen() {
  return (
    <IfManagesPrograms>
      <Programs />
    </IfManagesPrograms>
  )
}

function Programs() {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const { data: programs } = useSuspenseQuery(companyQueries.programs())
  const [isAdding, setAdding] = useState(false)
  // A program has a design, which only people who order see.
  const mayAdd = mayInCompany(company, 'orders.place')
  const add = mayAdd ? (
    <Button look={programs.length === 0 ? 'primary' : 'outlined'} onClick={() => setAdding(true)}>
      <Icon of={Plus} size={18} />
      {i18n.t('Add program')}
    </Button>
  ) : undefined
  return (
    <section aria-labelledby="programs">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="programs" className="text-h3">
            {i18n.t('Programs')}
          </h2>
          <p className="mt-1 max-w-[62ch] text-muted">
            {i18n.t(
              'Cards for birthdays, work anniversaries, and first days. We order them days ahead for the people on a list, and they arrive on the day.',
            )}
          </p>
        </div>
        {programs.length > 0 && programs.length < MAX_PROGRAMS && add}
      </div>
      {programs.length === 0 ? (
        <EmptyState title={i18n.t('No programs yet')} action={add}>
          {inText(
            i18n.t(
              'You need a {list} with dates, and a saved design. A program starts paused, and shows you who gets what before you turn it on.',
              { list: SLOT },
            ),
            <Link to="/recipients" search={{}} className="link">
              {i18n.t('shared list')}
            </Link>,
          )}
        </EmptyState>
      ) : (
        <ul className="mt-5 border-line border-t">
          {programs.map((program) => (
            <ProgramRow key={program.id} program={program} />
          ))}
        </ul>
      )}
      {isAdding && <ProgramDialog program={undefined} onClose={() => setAdding(false)} />}
    </section>
  )
}

function ProgramRow({ program }: { program: Program }) {
  const i18n = useTexts()
  const { id, name, kind, list, amounts, problem } = program
  const state = stateOf(program)
  return (
    <li className="grid gap-1 border-line border-b py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Link
          to="/company/programs/$id"
          params={{ id: String(id) }}
          className="link wrap-anywhere inline-flex min-h-9 items-center font-medium touch:min-h-11"
        >
          {name}
        </Link>
        <Tag tone={state.tone}>{state.word}</Tag>
      </p>
      <p className="wrap-anywhere text-muted text-small">
        {[i18n.t(PROGRAM_KIND_WORDS[kind].label), list?.name ?? i18n.t('No list'), amountWords(amounts)].join(
          ' · ',
        )}
      </p>
      {problem && <p className="wrap-anywhere text-bad text-small">{problem.says}</p>}
    </li>
  )
}
