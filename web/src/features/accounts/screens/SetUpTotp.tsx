import { useSite } from '../../../app/site.ts'
import { otpauthUri } from '../../../parts/authenticator/otpauth-uri.ts'
import { QrCode } from '../../../parts/authenticator/QrCode.tsx'
import { SecretKey } from '../../../parts/authenticator/SecretKey.tsx'
import { Button } from '../../../parts/Button.tsx'
import { Spinner } from '../../../parts/Spinner.tsx'
import { CodeForm } from '../CodeForm.tsx'
import { useDoor } from '../door.ts'
import { useKit } from '../use-kit.ts'

/** docs/spec.md §2, "set up authenticator app (shows secret key with copy button)". */
export function SetUpTotp() {
  const site = useSite()
  const { email } = useDoor()
  const { submitForm, toSignIn, isPending, problem, totpSecretCode } = useKit()
  if (!totpSecretCode) return <Spinner className="w-full py-24" />

  const uri = otpauthUri({ issuer: site.name, account: email.trim(), secret: totpSecretCode })
  return (
    <CodeForm
      lead="Scan the picture with your authenticator app, or type the key into it. Then enter the code it shows."
      before={
        <div className="grid gap-4">
          <div className="grid justify-items-center gap-2">
            <QrCode text={uri} label="QR code with the key for your authenticator app" />
            <a href={uri} className="link hidden pointer-coarse:inline">
              Open the app on this phone
            </a>
          </div>
          <SecretKey secret={totpSecretCode} />
        </div>
      }
      problem={problem}
      isPending={isPending}
      onCode={(confirmation_code) => submitForm({ confirmation_code })}
    >
      <Button look="link" onClick={toSignIn}>
        Back to sign in
      </Button>
    </CodeForm>
  )
}
