import { CLIENT_VERSION } from '@lectern/contracts/client-version.ts'
import { lastUser } from './last-user.ts'

const user = lastUser()

if (user)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-account]')) {
    link.href = '/dashboard'
    link.textContent = 'Your library'
  }

// Mails to support say the plan and the version, so that nobody has to ask for them. Those of paid plans carry a mark.
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-mail]')) {
  const subject = `${user?.isPro ? '[Priority] ' : ''}${link.dataset.mail}`
  const facts = `\n\n\n--\nPlan: ${user?.plan ?? 'not signed in'}\nVersion: ${CLIENT_VERSION}\n`
  const [to] = link.href.split('?', 1)
  link.href = `${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(facts)}`
}
