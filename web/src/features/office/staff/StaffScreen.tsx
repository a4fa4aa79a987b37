import { useNavigate } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import type { StaffSearch } from '../screen-searches.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { PeopleList } from './PeopleList.tsx'
import { ProgramDialog } from './ProgramDialog.tsx'
import { ProgramList } from './ProgramList.tsx'

const VIEWS = [
  { value: 'people', label: 'People' },
  { value: 'programs', label: 'Programs' },
] as const

/** Who works in the office, and which programs call in. */
export function StaffScreen({ search }: { search: StaffSearch }) {
  const view = search.view ?? 'people'
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const isPeople = view === 'people'
  return (
    <>
      <DeskHead
        title="Staff"
        text={
          isPeople
            ? 'Everybody signs in with a password and an authenticator app.'
            : 'Programs call the API with a name and a secret, and do only what they were let do.'
        }
      >
        <Button look="primary" onClick={() => setAdding(true)}>
          {isPeople && <Icon of={UserPlus} />}
          {isPeople ? 'Invite somebody' : 'Let a program in'}
        </Button>
      </DeskHead>
      <Segment
        label="Show"
        options={VIEWS}
        value={view}
        onChange={(next) =>
          void navigate({
            to: '/office/staff',
            search: next === 'programs' ? { view: next } : {},
            resetScroll: false,
          })
        }
      />
      <div className="mt-4">
        <h2 className="sr-only">{isPeople ? 'People' : 'Programs'}</h2>
        {isPeople ? <PeopleList /> : <ProgramList />}
      </div>
      {isAdding && isPeople && <InviteDialog onClose={() => setAdding(false)} />}
      {isAdding && !isPeople && <ProgramDialog onClose={() => setAdding(false)} />}
    </>
  )
}
