import { type LucideIcon, Mail, MessageSquare, Smartphone } from 'lucide-react'

/** docs/spec.md §9, "MFA types EMAIL, SMS, TOTP". */
export const MFA_TYPES: Record<string, { title: string; detail: string; icon: LucideIcon }> = {
  TOTP: { title: 'Authenticator app', detail: 'A code from the app on your phone.', icon: Smartphone },
  EMAIL: { title: 'Email', detail: 'We email you a code.', icon: Mail },
  SMS: { title: 'Text message', detail: 'We text a code to your phone.', icon: MessageSquare },
}
