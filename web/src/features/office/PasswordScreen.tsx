import { useNavigate } from '@tanstack/react-router'
import { ScreenHead } from './ListParts.tsx'
import { OfficePasswordForm } from './OfficeSignIn.tsx'

export function PasswordScreen() {
  const navigate = useNavigate()
  return (
    <>
      <ScreenHead title="Change your password" text="You’ll be signed out everywhere else." />
      <div className="max-w-[27rem]">
        <OfficePasswordForm onDone={() => navigate({ to: '/office' })} />
      </div>
    </>
  )
}
