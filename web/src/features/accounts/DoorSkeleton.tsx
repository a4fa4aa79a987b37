import { useSite } from '../../app/site.ts'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { attributesAmong } from './sign-up-attributes.ts'

type DoorSkeletonProps = { screen: 'signIn' | 'signUp' | 'forgotPassword' }

/** As high as the form it stands in for, so that the dialog keeps its size when the form is there. */
export function DoorSkeleton({ screen }: DoorSkeletonProps) {
  const { signUpFields, emailCodeSignIn, socialProviders, oauthDomain } = useSite().accounts
  const areMany = socialProviders.length > 2
  const fields = { signIn: 2, signUp: 3 + attributesAmong(signUpFields).length, forgotPassword: 1 }[screen]
  return (
    <Loading>
      {screen === 'forgotPassword' ? (
        <Skeleton className="mt-2 h-12" />
      ) : (
        <Skeleton className="mt-5 h-12 rounded-[12px] touch:h-[52px]" />
      )}
      <div className="mt-2 grid gap-4">
        {Array.from({ length: fields }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={index} className="grid gap-1.5">
            {/* "Forgot password?" beside its label is a little higher. */}
            <Skeleton className={`w-24 ${screen === 'signIn' && index === 1 ? 'h-6' : 'h-[1.27rem]'}`} />
            <Skeleton className="h-12 rounded-control" />
            {screen === 'signUp' && index === fields - 2 && <Skeleton className="mt-0.5 h-[1.27rem] w-40" />}
          </div>
        ))}
        <Skeleton className="h-[54px] rounded-[13px]" />
        {screen === 'signIn' && emailCodeSignIn && <Skeleton className="h-[54px] rounded-[13px]" />}
        {screen === 'forgotPassword' && <Skeleton className="h-11 w-32 justify-self-center" />}
      </div>
      {screen !== 'forgotPassword' && oauthDomain !== undefined && socialProviders.length > 0 && (
        <div className={`mt-2 grid gap-3 pt-9 ${areMany ? 'grid-cols-2' : ''}`}>
          {socialProviders.map((provider) => (
            <Skeleton key={provider} className="h-11 rounded-control" />
          ))}
        </div>
      )}
    </Loading>
  )
}
