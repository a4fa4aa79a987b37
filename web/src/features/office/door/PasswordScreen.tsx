import { useNavigate } from '@tanstack/react-router'
import { DeskHead } from '../shell/DeskHead.tsx'
import { PasswordForm } from './PasswordForm.tsx'

export function PasswordScreen() {
  const navigate = useNavigate()
  return (
    <>
      <DeskHead title="Change your password" text="Every other session of yours ends with it." />
      <div className="max-w-[27rem]">
        <PasswordForm onDone={() => navigate({ to: '/office' })} />
      </div>
    </>
  )
}
