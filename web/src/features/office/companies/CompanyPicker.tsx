import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { Loaded } from '../ListParts.tsx'
import { SearchBox } from '../SearchBox.tsx'
import { type CompanyLine, companiesQueries } from './companies.queries.ts'

type CompanyPickerProps = {
  /** One that can't be picked. */
  except?: number
  onPick: (company: CompanyLine) => void
}

/** Finds a company, in a dialog. */
export function CompanyPicker({ except, onPick }: CompanyPickerProps) {
  const [search, setSearch] = useState('')
  const read = useQuery({ ...companiesQueries.list({ search }), enabled: search !== '' })
  const choices = (found: readonly CompanyLine[]) =>
    found.filter(({ id, mergedInto }) => id !== except && mergedInto === null).slice(0, 8)
  return (
    <div className="mt-4 grid gap-4">
      <SearchBox
        label="Search companies"
        placeholder="Name, person, or domain"
        searched={search}
        onSearch={setSearch}
        isInDialog
      />
      {search !== '' && (
        <Loaded label="Companies" read={read}>
          {({ results }) =>
            choices(results).length === 0 ? (
              <p className="text-muted">
                {except === undefined ? 'No company found.' : 'No other company found.'}
              </p>
            ) : (
              <ul className="grid gap-2">
                {choices(results).map((one) => (
                  <li key={one.id}>
                    <Button className="w-full justify-between! text-start" onClick={() => onPick(one)}>
                      <span className="wrap-anywhere">{one.name || `Company ${one.id}`}</span>
                      <span className="shrink-0 font-normal text-muted text-small">
                        {one.peopleCount === 1 ? '1 person' : `${one.peopleCount} people`},{' '}
                        {plural(one.orderCount, 'order')}
                      </span>
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </div>
  )
}
