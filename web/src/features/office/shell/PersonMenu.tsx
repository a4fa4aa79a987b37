import { api } from '@laurel/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound, LogOut } from 'lucide-react'
import { ApiProblem, formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Menu } from '../../../parts/Menu.tsx'
import { forgetOffice, ME_KEY, useMe } from '../office.queries.ts'

const ROLE_WORDS = {
  owner: 'Owner',
  fulfillment: 'Fulfillment',
  finance: 'Finance',
  support: 'Support',
  viewer: 'Read only',
}

/** Who one is here, and the way out. */
export function PersonMenu() {
  const { name, role } = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  async function leave() {
    try {
      await call(api.officeSignOut)
    } catch (cause) {
      const isOver = cause instanceof ApiProblem && cause.code === 'sign_in_required'
      if (!isOver) {
        showToast({ tone: 'bad', title: 'You are still signed in', text: formError(cause) ?? '' })
        return
      }
    }
    queryClient.setQueryData(ME_KEY, null)
    forgetOffice(queryClient)
    // The next person begins at the beginning.
    await navigate({ to: '/office' })
  }

  return (
    <div className="mt-auto narrow:ms-auto narrow:mt-0">
      <Menu
        label={`${name} ${ROLE_WORDS[role]}`}
        buttonClassName="flex min-h-11 w-full items-center gap-3 rounded-control p-2.5 text-start text-label text-white hover:bg-white/8 mid:justify-center mid:p-1.5"
        button={
          <>
            <span
              aria-hidden="true"
              data-initials={initials(name)}
              className="grid size-8 shrink-0 place-items-center rounded-full bg-white font-semibold text-ink text-small before:content-[attr(data-initials)]"
            />
            <span className="min-w-0 mid:hidden">
              <span className="block truncate">{name}</span>{' '}
              <span className="block font-normal text-small">{ROLE_WORDS[role]}</span>
            </span>
          </>
        }
        entries={[
          {
            id: 'password',
            label: 'Change password',
            icon: KeyRound,
            onPress: () => void navigate({ to: '/office/password' }),
          },
          { id: 'leave', label: 'Sign out', icon: LogOut, onPress: () => void leave() },
        ]}
      />
    </div>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '').join('')
}
