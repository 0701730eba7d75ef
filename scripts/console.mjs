#!/usr/bin/env node
/** `warehouse-console`: the program of the package, as `npm pack` puts it together. Its arguments and variables are the server's. */
import '../dist/server/main.js';
