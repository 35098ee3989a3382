import type { AccountEvent, SignInChange } from '@lectern/contracts/events/account.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'

/** Commands for facts that command-api stored in schema `identity`, or was asked for. None says what a secret or a name became. */
export type OwnersCommand = { readonly now: string } & (
  | { readonly type: 'RequestPasswordReset'; readonly requestId: string }
  | { readonly type: 'ChangePassword'; readonly through: 'session' | 'reset-link' }
  | { readonly type: 'RequestEmailChange' | 'ChangeEmail'; readonly changeId: string }
  | { readonly type: 'ChangeSignIn'; readonly change: SignInChange; readonly name: string }
  | { readonly type: 'ChangeUsername' | 'ChangeFirstName' | 'UnsubscribeFromMail' | 'SubscribeToMail' }
)

export type Owner = {
  /** The last request for a new password, unless the password was changed since. */
  readonly resetRequest: string | undefined
  readonly wantsMail: boolean
}

export const newOwner: Owner = { resetRequest: undefined, wantsMail: true }

export const evolveOwner = (owner: Owner, event: AccountEvent): Owner => {
  switch (event.type) {
    case 'PasswordResetRequested':
      return { ...owner, resetRequest: event.data.requestId }
    case 'PasswordChanged':
      return { ...owner, resetRequest: undefined }
    case 'MailUnsubscribed':
      return { ...owner, wantsMail: false }
    case 'MailSubscribed':
      return { ...owner, wantsMail: true }
    default:
      return owner
  }
}

export const recordOwnersAct = (
  command: OwnersCommand,
  { userId, owner }: { readonly userId: string; readonly owner: Owner },
): AccountEvent[] => {
  const about = { userId, at: command.now }
  switch (command.type) {
    case 'RequestPasswordReset':
      return [{ type: 'PasswordResetRequested', data: { ...about, requestId: command.requestId } }]
    case 'ChangePassword':
      return [{ type: 'PasswordChanged', data: { ...about, through: command.through } }]
    case 'RequestEmailChange':
      return [{ type: 'EmailChangeRequested', data: { ...about, changeId: command.changeId } }]
    case 'ChangeEmail':
      return [{ type: 'EmailChanged', data: { ...about, changeId: command.changeId } }]
    case 'ChangeUsername':
      return [{ type: 'UsernameChanged', data: about }]
    case 'ChangeFirstName':
      return [{ type: 'FirstNameChanged', data: about }]
    case 'ChangeSignIn':
      return [{ type: 'SignInChanged', data: { ...about, change: command.change, name: command.name } }]
    case 'UnsubscribeFromMail':
      return owner.wantsMail ? [{ type: 'MailUnsubscribed', data: about }] : []
    case 'SubscribeToMail':
      return owner.wantsMail ? [] : [{ type: 'MailSubscribed', data: about }]
    default:
      return unhandled(command)
  }
}
