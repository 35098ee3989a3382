import type { CollectionList } from '@lectern/contracts/api/collections.ts'
import { z } from 'zod/mini'
import type { ApiError, Schema, Write } from '../../lib/api.ts'
import type { Link, Note } from '../answers.ts'
import { type Id, isUnsentId } from '../id.ts'
import type { Retag } from './retag.ts'

/** Ids of the links, collections and notes that an act names. Acts that name the same one are sent in order. */
export type Names = {
  readonly links?: readonly Id[]
  readonly collections?: readonly Id[]
  /** Also tells that the act shows in readings of notes, and not in those of links. */
  readonly notes?: readonly Id[]
  /** The act may change any link. It is sent after all earlier acts and before all later ones. */
  readonly all?: boolean
}

/** The effect of an act on the data that screens show. */
export type Patch = {
  /** Changes a link; null removes it. Called for every link, so it returns the same object for others. */
  readonly link?: (link: Link) => Link | null
  /** A link that the act adds. */
  readonly addsLink?: Link
  readonly collections?: (list: CollectionList) => CollectionList
  /** Changes a note; null removes it. Called for every note, so it returns the same object for others. */
  readonly note?: (note: Note) => Note | null
  readonly addsNote?: Note
  /** The act's effect on the tags of all links, which `link` does too. */
  readonly retag?: Retag
  /** `link` and `addsLink` are all that the act does, in the server's form: what shows them needs no read. */
  readonly isWhole?: boolean
}

/** A text for a toast: the title, and a second line. */
export type Sentence = { readonly title: string; readonly description?: string }

/** One thing that a person can do. Key, button, menu and undo all use the same definition. */
export type ActKind<Params, Result> = {
  /** How the parameters are stored in the outbox. */
  readonly params: Schema<Params>
  /** The part of the server's answer that we use. */
  readonly result: Schema<Result>
  /** The result with the client's ids, where the server's answer does not say whose library it is about. */
  readonly named?: (result: Result, params: Params) => Result
  /** `seq` names what the act itself makes: -seq. */
  readonly names: (params: Params, seq: number) => Names
  /** `key` is the act's own UUID, which also names what it makes: the server makes one thing for it, however late. */
  readonly request: (params: Params, key: string) => Write
  readonly patch: (params: Params, act: Stored) => Patch
  /** Whether 404 means that the server has done it, here before or from another device. */
  readonly isDoneWhenGone?: (params: Params) => boolean
  /** Whether the server can take the act back. Its toast offers Undo. */
  readonly undoable?: boolean
  /** Whether what it does stands among what was recently deleted. Its toast leads there. */
  readonly isDeletion?: boolean
  /** The parameters after an earlier act was sent with this result, for acts that say what they are based on. */
  readonly after?: (params: Params, result: unknown) => Params
  /** The toast at the moment of acting. */
  readonly said?: (params: Params) => Sentence | undefined
  /** The toast when the server has done it. An answer in another form gives no result. */
  readonly done?: (params: Params, result: Result | undefined) => Sentence | undefined
  /** The toast when the server refuses. */
  readonly failed: (error: ApiError) => Sentence
}

/** The result of acts whose answer tells nothing new. */
export const NOTHING: Schema<undefined> = { parse: () => undefined }

/** The result of acts whose answer only code reads that loads later. */
export const ANYTHING: Schema<unknown> = { parse: answer => answer }

/** Ids in the parameters of acts. What clients of before have stored are numbers. */
export const ID = z.custom<Id>(id => typeof id === 'number' || typeof id === 'string')

/** The specification's text as the title, and the server's reason below it. */
export const failure =
  (title: string) =>
  ({ message }: ApiError): Sentence => ({ title, description: message })

export const actKind = <Params, Result>(kind: ActKind<Params, Result>): ActKind<Params, Result> => kind

/** Whether the link was saved here and has no id of the server yet. */
export const isUnsent = ({ id }: Link): boolean => isUnsentId(id)

/** Fields that the outbox stores for every kind of act. */
export type Stored = {
  /** The order of acts on this device. Also the name of what the act makes: -seq, until the server has given an id. */
  readonly seq: number
  /** The Idempotency-Key, kept over retries. */
  readonly key: string
  readonly userId: string
  /** The epoch of the store that it was done on. Acts of earlier versions have none. */
  readonly epoch?: string | undefined
  /** When the person acted, ISO 8601. */
  readonly at: string
  /** Links that the act changes, as the person saw them. May lack some, and all where they are many. */
  readonly links?: readonly Link[] | undefined
  /**
   * waiting: not known to have reached the server. sent: acknowledged, until a read has shown it. refused: kept until the person
   * settles it, and not shown meanwhile.
   */
  readonly state: 'waiting' | 'sent' | 'refused'
  /** The server's answer to a sent act. */
  readonly result?: unknown
  /** Why the server refused it, and when (ISO 8601). A refused act without one waits for what another refused act would make. */
  readonly refusal?: Refusal | undefined
}

/** The plain fields of an ApiError, as tabs and storage pass them on. */
export type Refusal = Pick<ApiError, 'status' | 'message' | 'details'> & { readonly at: string }
