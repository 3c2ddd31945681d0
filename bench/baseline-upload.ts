import { createServer } from "node:http";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

/** The baseline of `upload`: a bare tus server that stores the bytes in a folder and checks nothing. */
const server = new Server({
  path: "/files",
  datastore: new FileStore({ directory: process.env.UPLOADS ?? "" }),
  relativeLocation: true,
});

createServer((request, response) => {
  if (request.url === "/ready") return void response.end();
  void server.handle(request, response);
}).listen(Number(process.env.PORT), "127.0.0.1");
