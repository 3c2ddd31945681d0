import pg from "pg";

/** A query as the driver's client calls it while it sends it and its answer arrives; its published types leave this out. */
type ClientQuery = pg.Query & {
  name: string | undefined;
  text: string;
  /** Returns an error when nothing could be sent. */
  submit(connection: pg.Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleEmptyQuery(connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
};
type Config = pg.QueryConfig & { queryMode?: "extended" };
type Callback = (error: Error | null, result: pg.QueryResult) => void;
const ClientQuery = pg.Query as unknown as new (config: Config, callback: Callback) => ClientQuery;

/** Kept by the client: named statements that it has sent, but that the server has not answered yet. */
type Submitted = { submittedNamedStatements: Record<string, string> };

/**
 * Statements that PostgreSQL answers together: they are sent with one Sync at their end, where the client sends one after
 * each. For each Sync the server writes to the network and the client is woken, which took more processor time than most
 * statements do. To the client a group is one query. After a statement that fails the server skips those behind it: they
 * fail with its error.
 */
export class StatementGroup extends ClientQuery {
  readonly #queries: ClientQuery[] = [];
  /** Index of the statement that the server answers next. */
  #next = 0;

  constructor() {
    super({ text: "" }, () => {});
  }

  add(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const added = new Promise<pg.QueryResult>((resolve, reject) => {
      const settle: Callback = (error, result) => (error ? reject(error) : resolve(result));
      this.#queries.push(new ClientQuery({ ...statement, queryMode: "extended" }, settle));
    });
    return added.catch((error) => {
      Error.captureStackTrace(error); // of who awaits it, not of the network's event
      throw error;
    });
  }

  override submit = (connection: pg.Connection): null => {
    connection.stream.cork();
    this.#send(connection);
    connection.sync();
    connection.stream.uncork();
    this.#expect(0);
    return null;
  };

  #send(connection: pg.Connection): void {
    let isSent = false;
    const withoutSync: pg.Connection = Object.create(connection, {
      sync: { value: () => {} },
      close: { value: () => {} },
      execute: {
        value: (...input: Parameters<pg.Connection["execute"]>) => {
          isSent = true;
          connection.execute(...input);
        },
      },
    });
    for (const [index, query] of this.#queries.entries()) {
      isSent = false;
      const error = query.submit(withoutSync);
      if (isSent) continue;
      // A value that has no text, or a name that stands for another statement.
      fail(this.#queries.splice(index), error ?? new Error("a statement could not be sent"), connection);
      return;
    }
  }

  /** What the server says next is about this statement; the client reads the name of one that it has parsed. */
  #expect(index: number): void {
    this.#next = index;
    const query = this.#queries[index];
    this.name = query?.name;
    this.text = query?.text ?? "";
  }

  get #answered(): ClientQuery {
    const query = this.#queries[this.#next];
    if (!query) throw new Error("an answer to no statement");
    return query;
  }

  override handleRowDescription(message: unknown): void {
    this.#answered.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#answered.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#answered.handleCommandComplete(message, connection);
    this.#answered.handleReadyForQuery(connection);
    this.#expect(this.#next + 1);
  }

  override handleEmptyQuery(connection: pg.Connection): void {
    this.#answered.handleReadyForQuery(connection);
    this.#expect(this.#next + 1);
  }

  override handleReadyForQuery(): void {}

  override handleError(error: Error, connection: pg.Connection): void {
    const failed = this.#queries.splice(this.#next);
    const { submittedNamedStatements } = connection as unknown as Submitted;
    // The server has not read them; one that it has parsed is no longer among the submitted.
    for (const { name } of failed) if (name) delete submittedNamedStatements[name];
    fail(failed, error, connection);
  }
}

function fail(queries: readonly ClientQuery[], error: Error, connection: pg.Connection): void {
  for (const query of queries) query.handleError(error, connection);
}
