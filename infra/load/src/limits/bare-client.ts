import { EventStoreDBClient } from '@eventstore/db-client'

/** The client alone, with nothing of ours around it. The embedded event store takes the connection's name for its secret. */
export const bareClient = ({ url, secret }: { url: string; secret: string }): EventStoreDBClient =>
  EventStoreDBClient.connectionString(`${url}&connectionName=${encodeURIComponent(secret)}`)
