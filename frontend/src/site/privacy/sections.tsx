import { UPLOAD_MAX } from '@lectern/contracts/limits.ts'
import { LEGAL_PLACEHOLDERS, SUPPORT_EMAIL_PLACEHOLDER } from '@lectern/contracts/public-pages.ts'
import {
  DELETED_DAYS,
  EMAIL_CHANGE_HOURS,
  EXPORT_HOURS,
  FREE_ACCOUNTS_DAYS,
  KEPT_DAYS,
  PROVIDED_PAGE_DAYS,
  RESET_MINUTES,
  SESSION_DAYS,
  SESSION_IDLE_DAYS,
  UNLINKED_DAYS,
  UPLOAD_DAYS,
  UPLOAD_HOURS,
} from '@lectern/contracts/retention.ts'
import { INVITATION_DAYS } from '@lectern/contracts/sharing.ts'
import { countOf } from '../../lib/format.ts'
import { MailLink } from '../frame/mail-link.tsx'
import { Kept, type Section } from '../legal/legal-document.tsx'

const AskAboutData = () => (
  <MailLink subject="Question about data" className="underlined rounded-[4px] wrap-anywhere">
    {SUPPORT_EMAIL_PLACEHOLDER}
  </MailLink>
)

const MEGABYTES = Math.floor(UPLOAD_MAX / 1_048_576)

export const PRIVACY: readonly Section[] = [
  {
    id: 'who',
    name: 'Who is responsible',
    body: (
      <>
        <p>
          Responsible for the data on this server is {LEGAL_PLACEHOLDERS.operator}. Questions about data go to{' '}
          <AskAboutData />.
        </p>
        <p>
          Lectern shows no advertising, uses no analytics of others and sells nothing about you. Its pages
          load scripts and pictures from this server alone. The one exception is the card form, which loads
          the script of Stripe and may use its cookies.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    name: 'Your account',
    body: (
      <Kept
        of={[
          [
            'Email, username, first name',
            'Until you change them or the account is deleted. The first name is up to you.',
          ],
          ['Password', 'Only as a hash (argon2id), from which it cannot be read. Until you change it.'],
          [
            'Passkeys',
            'The name that you gave each, its public key, when it was made and last used. Its secret stays on your device. Until you remove it, or set a new password through a mail.',
          ],
          [
            'One-time codes',
            'The secret that your app has, too, and recovery codes as hashes. Until you turn the codes off.',
          ],
          [
            'Devices that are signed in',
            `The kinds of browser and system, a shortened network address such as 93.184.216.0/24, how you signed in, and when the device was last used. A session ends when you sign out, after ${countOf(SESSION_IDLE_DAYS, 'day')} without use, and after ${countOf(SESSION_DAYS, 'day')} in any case. The entry of an ended session is deleted at your next sign-in at the latest.`,
          ],
          [
            'API tokens, e-readers and apps',
            'The name that you gave each, what it may do, when it was made and last used, and its secret as a hash. Until you revoke it, its time is over or you reset your password.',
          ],
          [
            'Network of the sign-up',
            `A code made of the shortened network address with a secret of this server (HMAC), not the address. It limits free accounts per location and is counted for ${countOf(FREE_ACCOUNTS_DAYS, 'day')}. When the account is deleted it stays as a number that names nobody.`,
          ],
          [
            'Links in mails',
            `Only as hashes. A link for a new password works for ${countOf(RESET_MINUTES, 'minute')}. A new email waits ${countOf(EMAIL_CHANGE_HOURS, 'hour')} for its confirmations.`,
          ],
        ]}
      />
    ),
  },
  {
    id: 'library',
    name: 'Your library',
    body: (
      <>
        <Kept
          of={[
            [
              'Links, notes, collections',
              'Addresses, titles, notes, tags, highlights, favorites and the archive: until you delete them. Lists, searches and downloads then no longer have them.',
            ],
            ['Reading place', 'How far you have read each article, and when. Until the link is deleted.'],
            [
              'The log of changes',
              'Each change is an entry in a log that only grows: what was saved, changed or deleted, when, and through what. It makes undo and repairs possible. An entry stays when the link or note that it tells of is deleted. It holds no password, and neither your email nor your name.',
            ],
            [
              'Imported files',
              `Up to ${MEGABYTES} MB each. ${countOf(UPLOAD_HOURS, 'hour')} after the preview where the import is not started, up to a day where it waits for a payment, and ${countOf(UPLOAD_DAYS, 'day')} after an import. What became of each row stays with the import.`,
            ],
            [
              'Exports',
              `Files that you ask for: ${countOf(EXPORT_HOURS, 'hour')}, or until you remove them. Only your account can download them.`,
            ],
            [
              'Who shares a collection',
              `The members of a collection, what each may do, and since when. An invitation has the address that its owner typed, for ${countOf(INVITATION_DAYS, 'day')}; its link is kept as a hash. The owner’s library knows members by numbers made for it alone.`,
            ],
            [
              'Public links',
              'What you make public is shown to everybody who has the address, until you withdraw it, its time is over, or you delete the article, the collection or the account. Addresses and passwords are kept as hashes. Views are counted by day; nothing is kept of those who look.',
            ],
          ]}
        />
        <p>
          No other person with an account here sees your library, but for what you make public and the
          collections that you share: their members see the articles in them, who saved what and what was
          done, and the notes that say so. They see your name, not your address. What you flag, how far you
          have read and your other notes stay yours. Notes marked as private are left out of downloads unless
          you ask for them.
        </p>
      </>
    ),
  },
  {
    id: 'articles',
    name: 'Articles and pictures',
    body: (
      <>
        <p>
          This server fetches the pages that you save. The site sees the address of this server and the name
          Lectern, not you: no cookie, no account and no address of yours is sent. You then read our copy, so
          the site does not learn that you read it.
        </p>
        <p>
          The text of a public page is kept once for all who saved it, until {countOf(UNLINKED_DAYS, 'day')}{' '}
          after the last of their links is gone. A link that you delete can be brought back for{' '}
          {countOf(DELETED_DAYS, 'day')}, unless you delete it for good; its text and pictures stay that long.
          Beside it stands the number of the library that had it read first, because it counts for the room of
          that library. A copy of a picture is deleted some hours after the last library has lost its article,
          and can no longer bring it back. Titles and pictures of pages that were looked up while you filled
          in the form are kept for a day.
        </p>
        <p>
          A page that you hand over with the browser extension belongs to your link alone. Nobody else who
          saves the same address sees it. The page is deleted once its text was taken out of it, after{' '}
          {countOf(PROVIDED_PAGE_DAYS, 'day')} in any case; the text is deleted some hours after the link can
          no longer be brought back.
        </p>
      </>
    ),
  },
  {
    id: 'payments',
    name: 'Payments',
    body: (
      <>
        <p>
          Stripe takes payments and learns your email, the plan and your card. The number of your card never
          reaches this server.
        </p>
        <p>
          We keep the numbers that Stripe gives to payments, with their amount, currency, state and time, in
          the log of changes. Receipts lie at Stripe; Settings shows them. The thank-you page notes its visit:
          the time, the amount and the account.
        </p>
      </>
    ),
  },
  {
    id: 'mails',
    name: 'Mails',
    body: (
      <p>
        You get mails about your password, your email and your payments, a welcome, invitations into
        collections, and a mail a week about those where you asked for it. They go out through the mail server
        that the operator has chosen. Every mail with news has a link that ends such mails, which works
        without signing in. The server notes the kind of a mail and the account, not its text.
      </p>
    ),
  },
  {
    id: 'server',
    name: 'What the server notes',
    body: (
      <p>
        Requests are not logged. Warnings and errors are, in files that are overwritten when they are full.
        Network addresses are counted in memory for up to an hour, so that nobody can try passwords without
        end; they are not written down. Copies for emergencies, where the operator makes them, are overwritten
        in time.
      </p>
    ),
  },
  {
    id: 'device',
    name: 'What your device keeps',
    body: (
      <>
        <p>
          Two cookies, which are needed to be signed in: one says who you are, the other which of your changes
          a page must show. Neither follows you to other sites. Lectern sets no others; the form of Stripe may
          set its own.
        </p>
        <p>
          The browser also keeps your settings, drafts, changes that were not sent yet, the lists and notes
          that you last saw, and articles that are saved for offline, which are valid for{' '}
          {countOf(KEPT_DAYS, 'day')}. Signing out deletes all of these but the settings of the device, such
          as the theme. Where a session ends by itself or from another device, they stay for your next sign-in
          there, and no other account is shown them.
        </p>
      </>
    ),
  },
  {
    id: 'deletion',
    name: 'Deletion, and your rights',
    body: (
      <>
        <p>
          You can correct your account in Settings, and delete links, notes and collections at any time.
          Delete account, also in Settings, deletes everything that this server keeps of you within minutes:
          your email, your library and its history, files, mails that wait, and copies of pages that nobody
          else has saved. You leave what others share with you; what you saved there stays with them, without
          your name. What stays: the numbers of your payments without your name, the code of the network of
          your sign-up, and the numbers of your account and your library as marks that they were deleted.
          Copies for emergencies are overwritten in time, see above. A device where you did not sign out keeps
          its own copies until you clear the data of this site there.
        </p>
        <p>
          For other questions about your data write to <AskAboutData />. We answer within a month.
        </p>
        <p>
          You can download everything that you saved in Settings, under Data, in formats that other programs
          read. For other data, ask us.
        </p>
        <p>
          The law on data protection where you live may give you more rights: to object, to restrict what is
          done with your data, and to complain to the authority that supervises it.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    name: 'Changes of this text',
    body: (
      <p>
        The text that applies stands on this page. We tell you by mail {LEGAL_PLACEHOLDERS.changeNotice} a
        change that concerns you.
      </p>
    ),
  },
]
