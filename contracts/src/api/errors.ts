import type { Refusal, RefusalDetails } from './refusal.ts'

/**
 * Every refusal of a request: its HTTP status and the sentence the user reads. The list is closed.
 * The body of a refusal is {message, error}, both this sentence, plus the details of `Refusal`.
 */
export const REJECTIONS = {
  'bad-request': [400, 'The request could not be read.'],
  'invalid-input': [400, 'Please check the fields and try again.'],
  'password-too-short': [400, 'Password must be at least 6 characters'],
  'password-too-common': [400, 'This password is too common. Please choose another.'],
  'webhook-unverified': [400, 'This webhook is not signed by Stripe.'],
  'no-file': [400, 'No file to import'],
  'file-refused': [400, 'This file cannot be read. Please export it again.'],
  'grant-invalid': [400, 'The username or the password of the device is wrong.'],
  'upload-again': [400, 'Please upload the file again.'],
  'reset-token-invalid': [400, 'Invalid reset token'],
  'mail-link-over': [400, 'This link is no longer valid. Please ask for a new one.'],
  'moment-to-come': [400, 'This moment has not come yet.'],
  'signed-out': [401, 'Please sign in.'],
  'token-invalid': [401, 'This token is not valid. It was revoked, or its time is over.'],
  'wrong-credentials': [401, 'Invalid username or password. Please try again.'],
  'payment-failed': [402, 'The payment was not completed.'],
  'bulk-export-needed': [402, 'This export needs the Pro plan or a higher one.'],
  'sharing-needed': [402, 'Sharing collections is part of the Ultra plan.'],
  'collections-not-shared': [402, 'Public links of collections are part of the Ultra plan.'],
  'limit-reached': [402, "You've reached your limit!"],
  'cross-site': [403, 'This request did not come from Lectern.'],
  'wrong-password': [403, 'This is not your present password.'],
  'code-needed': [401, 'Please type the code of your authenticator app, or a recovery code.'],
  'wrong-login-code': [401, 'This code is not right, or was used already. Please type the next one.'],
  'wrong-code': [400, 'This code is not right. Does the clock of your device go right?'],
  'no-codes': [404, 'One-time codes are not set up.'],
  'codes-on': [409, 'One-time codes are on already.'],
  'passkey-unknown': [
    401,
    'This passkey is not known here any more. Remove it from your device, and sign in another way.',
  ],
  'passkey-refused': [400, 'This passkey could not be used here. Please try again, or sign in another way.'],
  'passkey-not-found': [404, 'This passkey is not there any more.'],
  'no-passkeys-here': [404, 'Passkeys are not offered here: they need an address with a name and https.'],
  'too-many-passkeys': [
    409,
    'You have as many passkeys as an account can have. Remove one that you do not use.',
  ],
  'confirmation-needed': [403, 'Please confirm that it is you.'],
  'token-reads-only': [403, 'This token may only read.'],
  'not-for-tokens': [403, 'A token cannot do this. Please sign in to Lectern for it.'],
  'plan-without-api': [403, 'API access is part of the Ultra plan.'],
  'role-needed': [403, 'Your role in this collection does not allow this.'],
  'sharing-paused': [403, 'The plan of its owner includes no sharing any more. You can still read here.'],
  'other-invited': [403, 'This invitation is for another email address. Please sign in with that one.'],
  'not-found': [404, 'Not found.'],
  'link-not-found': [404, 'This article was not found.'],
  'not-recently-deleted': [404, 'This is not among the articles that were deleted in the last 30 days.'],
  'collection-not-found': [404, 'This collection was not found.'],
  'tag-not-found': [404, 'No article has this tag.'],
  'act-not-found': [404, 'This can no longer be undone.'],
  'note-not-found': [404, 'This note was not found.'],
  'member-not-found': [404, 'Nobody is a member here under this id.'],
  'invitation-not-found': [404, 'This invitation was not found.'],
  'session-not-found': [404, 'This session has ended already.'],
  'token-not-found': [404, 'This token was revoked already.'],
  'import-not-found': [404, 'This import was not found.'],
  'export-not-found': [404, 'This export was not found.'],
  'share-not-found': [404, 'This public link was not found.'],
  'payment-not-found': [404, 'This payment was not found.'],
  'before-library': [404, 'Your library was not there yet.'],
  'body-too-slow': [408, 'The request took too long to arrive.'],
  'email-taken': [409, 'An account with this email already exists.'],
  'username-taken': [409, 'This username is taken. Please choose another.'],
  'duplicate-link': [409, 'This link is already in your library.'],
  'link-changed': [409, 'This link was changed elsewhere meanwhile.'],
  'page-provided': [409, 'This is the page as you saw it, which is not read again.'],
  'not-undoable': [409, 'This cannot be undone.'],
  'undone-already': [409, 'This was undone already.'],
  'import-running': [409, 'This import has not ended yet. It can be undone once it has.'],
  'import-empty': [409, 'Nothing of this import is left in your library.'],
  'too-large-to-undo': [409, 'This changes too much at once to be undone later.'],
  'tag-taken': [409, 'Another tag has this name.'],
  'too-many-tags': [409, 'An article holds at most 50 tags.'],
  'may-be-made': [409, 'This was asked for long ago, and may have been made already.'],
  'too-many-imports': [409, 'Too many imports wait already. Please try again when some have ended.'],
  overgrown: [
    409,
    'This library holds more than 100,000 articles or 2,000 collections. Please delete some of them first.',
  ],
  'too-large-to-open': [409, 'This library is too large to be changed. Its account can still be deleted.'],
  'own-invitation': [409, 'This collection is your own already.'],
  'no-editor': [409, 'Only an editor can take a collection over. Please change the role first.'],
  'not-offered': [409, 'This collection is not offered to you any more.'],
  'too-many-members': [409, 'A collection has at most 25 members.'],
  'too-many-invitations': [409, 'At most 50 invitations can be open at once.'],
  'too-many-flags': [
    409,
    'At most 10,000 shared articles can be favorites or archived. These would be more, so nothing was changed.',
  ],
  'too-many-joined': [
    409,
    'You take part in 200 collections of others, which is the most. Please leave one first.',
  ],
  'too-many-shared': [409, 'An account shares at most 100 collections.'],
  'too-many-collections': [409, 'A library holds at most 1,000 collections.'],
  'too-much-link-text': [409, 'A library holds at most 60 MB of addresses, titles, notes and tags.'],
  'too-many-notes': [409, 'A library holds at most 50,000 notes.'],
  'too-many-notes-on-link': [409, 'An article holds at most 1,000 notes.'],
  'too-much-note-text': [409, 'A library holds at most 100 MB of notes.'],
  'too-many-tokens': [409, 'You have 50 tokens. Please revoke one first.'],
  'too-many-devices': [409, 'You have 50 devices. Please revoke one first.'],
  'too-many-shares': [409, 'You have 200 public links. Please withdraw one first.'],
  'share-over': [409, 'The time of this public link is over. Please share once more.'],
  'plan-held': [409, 'You have this plan, or a higher one, already.'],
  'already-paid': [409, 'Your payment has arrived. Your plan follows in a moment.'],
  'export-running': [409, 'Another export is being made. Please wait until it is done.'],
  'note-changed': [409, 'This note was changed elsewhere meanwhile.'],
  'invitation-used': [410, 'This invitation was used already. Please ask for a new one.'],
  'invitation-withdrawn': [410, 'This invitation was withdrawn.'],
  'invitation-expired': [
    410,
    'This invitation was valid for 7 days, which are over. Please ask for a new one.',
  ],
  'invitation-over': [410, 'This invitation is no longer valid. Please ask for a new one.'],
  'account-closed': [410, 'This account was deleted.'],
  'other-user': [412, 'Another account is signed in in this browser.'],
  restored: [412, 'Lectern was restored from a backup since.'],
  'file-too-large': [413, 'The file is larger than 100 MB.'],
  'epub-too-large': [413, 'An EPUB holds at most 200 articles. Please choose fewer.'],
  'share-too-large': [
    413,
    'This is too large to be shared as it is now. Share it so that it follows your changes, or withdraw other public links.',
  ],
  'storage-full': [413, 'Your library takes all the room that its plan has.'],
  'body-too-large': [413, 'The request is too large.'],
  'unsupported-media-type': [415, 'Send JSON.'],
  'wrong-host': [421, 'This address is not served here.'],
  'command-id-reused': [422, 'This Idempotency-Key was used for another request.'],
  'article-failed': [422, 'This article could not be read.'],
  'client-too-old': [426, 'This version of Lectern is too old. Please reload the page.'],
  'too-many-accounts': [429, 'Too many free accounts were created from your location.'],
  'too-much-today': [
    429,
    'You have changed as much today as one account may, which is 200 MB. Please go on tomorrow.',
  ],
  'too-many-requests': [429, 'Too many requests. Please wait a moment and try again.'],
  'internal-error': [500, 'Something went wrong on our side. Nothing was changed.'],
  'past-failed': [500, 'This moment of your library cannot be shown.'],
  unavailable: [503, 'Lectern is briefly unavailable. Please try again.'],
  'out-of-space': [503, 'The server is out of space.'],
  'payments-off': [503, 'Payments are not available here yet.'],
  'stripe-unavailable': [
    503,
    'The payment service does not answer. You have not been charged. Please try again.',
  ],
  'uploads-full': [503, 'Too many files wait to be imported. Please try again in an hour.'],
  'exports-full': [503, 'Too many exports are being made. Please try again in a few minutes.'],
  'being-opened': [503, 'Your library is still being opened. Please try again in a moment.'],
  'being-updated': [503, 'Lectern is being brought up to date. Please try again in a moment.'],
  'pasts-busy': [503, 'Others are looking back right now. Please try again in a moment.'],
  'article-pending': [503, 'This article is still being read. Please try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type RejectionCode = keyof typeof REJECTIONS

/** Deciders and routes throw it; the edge turns it into a response or a NATS reply. */
export class Rejected extends Error {
  override readonly name = 'Rejected'
  readonly code: RejectionCode
  readonly details: RefusalDetails
  /** When it may be tried again, where that is known. */
  readonly retryAfterSeconds: number | undefined

  /** `message` replaces the sentence of the code with a more exact one. */
  constructor(
    code: RejectionCode,
    details: RefusalDetails = {},
    message: string = REJECTIONS[code][1],
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return REJECTIONS[this.code][0]
  }

  toBody(): Refusal {
    return { message: this.message, error: this.message, ...this.details }
  }
}
