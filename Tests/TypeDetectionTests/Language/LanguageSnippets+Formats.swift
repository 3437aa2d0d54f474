extension LanguageSnippets {
  static let scripts: [(name: String, text: String)] = [
    (
      "Python",
      """
      import sys
      from os import path

      class Basket(object):
          def __init__(self, items=None):
              self.items = items or []

          def total(self):
              return sum(item.price for item in self.items)

      if __name__ == '__main__':
          print(Basket().total())
      """
    ),
    (
      "Ruby",
      """
      require 'set'

      module Shop
        class Basket < Base
          attr_reader :items

          def initialize(items = [])
            @items = items
          end

          def total
            items.each do |item|
              puts item.price unless item.nil?
            end
          end
        end
      end
      """
    ),
    (
      "PHP",
      """
      <?php
      namespace Shop;

      class Basket {
        private $items = array();

        public function add($item) {
          $this->items[] = $item;
          echo count($this->items);
        }
      }
      """
    ),
    (
      "Perl",
      """
      package Basket;
      use strict;
      use warnings;

      sub new {
        my ($class, %options) = @_;
        my $self = { items => [] };
        return bless $self, $class;
      }

      sub total {
        my $self = shift;
        my $sum = 0;
        $sum += $_->{price} foreach @{ $self->{items} };
        return $sum;
      }

      1;
      """
    ),
    (
      "Lua",
      """
      local json = require("json")

      local Basket = {}
      Basket.__index = Basket

      function Basket.new()
        return setmetatable({ items = {} }, Basket)
      end

      function Basket:total()
        local sum = 0
        for _, item in ipairs(self.items) do
          if item.price ~= nil then
            sum = sum + item.price
          end
        end
        return sum
      end

      return Basket
      """
    ),
    (
      "R",
      """
      library(ggplot2)

      total <- function(items, na.rm = TRUE) {
        sum(items$price, na.rm = na.rm)
      }

      items <- data.frame(name = c("tea", "milk"), price = c(3, 1))
      for (i in seq_along(items)) {
        print(paste("total", total(items)))
      }
      """
    ),
    (
      "Julia",
      """
      module Shop

      using LinearAlgebra
      export total

      struct Item
          name::String
          price::Int64
      end

      function total(items::Vector{Item})
          sum = 0
          for item in items
              sum += item.price
          end
          println("total $sum")
          return sum
      end

      end
      """
    ),
    (
      "MATLAB",
      """
      function [total, count] = basket(prices)
      % BASKET sums up.
      total = zeros(1, 3);
      for i = 1:length(prices)
          total(i) = prices(i, :) .* 2;
      end
      if isempty(prices)
          disp('empty');
      end
      figure;
      plot(total, 'r');
      hold on;
      end
      """
    ),
    (
      "Wolfram",
      """
      BeginPackage["Basket`"]

      total::usage = "total[items] adds the prices.";

      Begin["`Private`"]

      total[items_List] := Module[{sum},
        sum = Total[price /@ items];
        If[sum > 3, sum, 0]
      ]

      End[]
      EndPackage[]
      """
    ),
    (
      "JavaScript",
      """
      'use strict';
      const fs = require('fs');

      function total(items) {
        let sum = 0;
        items.forEach((item) => {
          if (item.price !== undefined) {
            sum += item.price;
          }
        });
        return sum;
      }

      module.exports = { total };
      console.log(total([]));
      """
    ),
    (
      "TypeScript",
      """
      import { Item } from './item';

      export interface Basket {
        items: Item[];
        readonly name: string;
      }

      export class Shop implements Store {
        private total: number = 0;

        constructor(private readonly basket: Basket) {}

        public add(item: Item): void {
          this.total += item.price as number;
        }
      }
      """
    ),
    (
      "Shell",
      """
      set -e

      build() {
        if [ -z "$1" ]; then
          echo "usage: build DIR" >&2
          exit 1
        fi
        for file in "$1"/*; do
          cp -r "$file" "$target" || exit 1
        done
      }

      case "$mode" in
        fast) build "$dir" ;;
      esac
      """
    ),
    (
      "PowerShell",
      """
      [CmdletBinding()]
      param (
        [Parameter(Mandatory = $true)]
        [string] $Path
      )

      function Get-Total {
        $items = Get-ChildItem -Path $Path | Where-Object { $_.Length -gt 0 }
        if ($items.Count -eq 0) {
          Write-Host "empty"
        }
      }
      """
    ),
    (
      "Batch",
      """
      @echo off
      setlocal
      set TARGET=%~dp0out
      if not exist "%TARGET%" mkdir "%TARGET%"
      if "%1"=="" goto usage
      copy %1 "%TARGET%" > nul
      goto :eof
      :usage
      echo usage: build FILE
      exit /b 1
      """
    ),
    (
      "AWK",
      """
      BEGIN { FS = "," }
      $2 > 3 {
        total += $2
        count[$1]++
      }
      END {
        for (name in count)
          printf("%s %d\\n", name, count[name])
        print NR, total
      }
      """
    ),
    (
      "Vim script",
      """
      if exists("b:current_syntax")
        finish
      endif

      syn keyword basketItem tea milk
      syn match basketNumber "\\d\\+"
      hi def link basketItem Keyword

      let b:current_syntax = "basket"
      """
    ),
    (
      "Tcl",
      """
      package require Tk

      namespace eval ::shop {
        variable items {}
      }

      proc ::shop::total {items} {
        set sum 0
        foreach item $items {
          incr sum [lindex $item 1]
        }
        return $sum
      }
      """
    ),
  ]

  static let formats: [(name: String, text: String)] = [
    (
      "SQL",
      """
      CREATE TABLE items (
        id INTEGER PRIMARY KEY,
        name VARCHAR(40) NOT NULL,
        price INT DEFAULT NULL
      );
      INSERT INTO items (id, name) VALUES (1, 'tea');
      SELECT name, price FROM items WHERE price > 2 ORDER BY name;
      """
    ),
    (
      "HTML",
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
        <title>Shop</title>
        <script src="shop.js"></script>
      </head>
      <body>
        <p>A shop for <a href="/tea">tea</a>.</p>
      </body>
      </html>
      """
    ),
    (
      "CSS",
      """
      body {
        margin: 0;
        font-family: sans-serif;
      }

      .basket a:hover {
        color: #336699;
        text-decoration: none;
      }

      @media (max-width: 600px) {
        #menu { display: none; }
      }
      """
    ),
    (
      "SCSS",
      """
      @import 'colors';
      $width: 40px;

      @mixin rounded($radius) {
        border-radius: $radius;
      }

      .basket {
        @include rounded(4px);
        width: $width;
        &:hover { color: darken($blue, 10%); }
      }
      """
    ),
    (
      "YAML",
      """
      ---
      name: build
      on: push
      jobs:
        test:
          runs-on: linux
          steps:
            - uses: actions/checkout
            - name: Test
              run: make test
      """
    ),
    (
      "TOML",
      """
      [package]
      name = "basket"
      version = "0.1.0"
      edition = "2021"

      [dependencies]
      serde = { version = "1.0", features = ["derive"] }
      """
    ),
    (
      "INI",
      """
      ; settings of the shop
      [server]
      port = 8080
      host = localhost

      [paths]
      data = /var/lib/shop
      log = /var/log/shop.log

      [user interface]
      theme = dark
      """
    ),
    (
      "CSV",
      """
      name,price,count
      tea,3,10
      milk,1,20
      bread,2,5
      salt,1,7
      """
    ),
    (
      "TSV",
      "name\tprice\tcount\ntea\t3\t10\nmilk\t1\t20\nbread\t2\t5\nsalt\t1\t7\n"
    ),
    (
      "LaTeX",
      """
      \\documentclass{article}
      \\usepackage{graphicx}
      \\begin{document}
      \\section{Tea}
      The price of tea \\cite{tea} is \\textbf{three}.
      \\end{document}
      """
    ),
    (
      "Markdown",
      """
      # Basket

      [![Build](https://example.org/badge.svg)](https://example.org/build)

      A basket for **tea**. See [the guide](docs/guide.md).

      ## Use

      ```
      basket add tea
      ```

      - [x] add
      - [ ] remove
      """
    ),
    (
      "reStructuredText",
      """
      Basket
      ======

      .. contents::

      A basket for *tea*, see :ref:`guide`.

      .. code-block:: console

         basket add tea

      .. note:: It holds ten things.
      """
    ),
    (
      "AsciiDoc",
      """
      = Basket
      :toc:

      == Use

      See link:guide.html[the guide].

      [source,sh]
      ----
      basket add tea
      ----

      NOTE: It holds ten things.
      """
    ),
    (
      "diff",
      """
      --- a/basket.c
      +++ b/basket.c
      @@ -1,4 +1,4 @@
       int total = 0;
      -int count = 1;
      +int count = 2;
       int limit = 10;
      """
    ),
    (
      "Log",
      """
      2026-03-01 10:00:01,120 INFO  [main] shop.Server - started
      2026-03-01 10:00:02,240 WARN  [main] shop.Server - slow disk
      2026-03-01 10:00:05,330 ERROR [pool] shop.Basket - no tea
      2026-03-01 10:00:07,001 INFO  [main] shop.Server - stopped
      """
    ),
    (
      "Makefile",
      """
      CC = cc
      OBJS := basket.o item.o

      .PHONY: all clean

      all: basket

      basket: $(OBJS)
      \t$(CC) -o $@ $(OBJS)

      clean:
      \trm -f basket $(OBJS)
      """
    ),
    (
      "CMake",
      """
      cmake_minimum_required(VERSION 3.10)
      project(basket C)
      add_executable(basket basket.c)
      if(NOT WIN32)
        target_link_libraries(basket m)
      endif()
      """
    ),
    (
      "Dockerfile",
      """
      FROM debian:12
      RUN apt-get update && apt-get install -y make
      WORKDIR /shop
      COPY . .
      EXPOSE 8080
      CMD ["./basket"]
      """
    ),
    (
      "Terraform and HCL",
      """
      variable "region" {
        type    = string
        default = "north"
      }

      resource "shop_basket" "main" {
        name   = "main"
        region = var.region
      }
      """
    ),
    (
      "GraphQL",
      """
      type Query {
        basket(id: ID!): Basket
      }

      type Basket {
        items: [Item!]!
        name: String!
      }

      input NewItem {
        name: String!
      }
      """
    ),
    (
      "Roff",
      """
      .TH BASKET 1 "March 2026"
      .SH NAME
      basket \\- keep what is bought
      .SH SYNOPSIS
      .B basket
      .I item
      .PP
      Adds things.
      """
    ),
  ]

  /// Texts for people, settings and tables that are in no language.
  static let prose: [String] = [
    """
    The basket is a small program that keeps what is bought. It can add things, take them away, and
    print a list of all that is in it. If you find a mistake, please write to the author. To import
    a list from another shop, use the import command; for each line of the list a thing is added.
    """,
    """
    Copyright (c) 2026 The Basket Authors. All rights reserved.

    Redistribution and use in source and binary forms, with or without modification, are permitted
    provided that the following conditions are met:

    1. Redistributions of source code must retain the above copyright notice, this list of
       conditions and the following disclaimer.
    2. Redistributions in binary form must reproduce the above copyright notice.

    THIS SOFTWARE IS PROVIDED "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES ARE DISCLAIMED.
    """,
    """
    Der Korb ist ein kleines Programm, das sich merkt, was gekauft wird. Man kann Dinge hineinlegen
    und wieder herausnehmen. Wenn etwas nicht geht, dann schreibe bitte an die Autorin; sie hilft
    gern, und das Programm wird mit jeder Nachricht besser als es vorher war.
    """,
    """
    Le panier est un petit programme qui retient ce qui est acheté. On peut y mettre des choses et
    les en retirer. Si quelque chose ne va pas, écrivez à l'auteur ; elle aide volontiers, et le
    programme est meilleur avec chaque message que l'on reçoit.
    """,
    """
    basket (1.4-2) unstable; urgency=medium

      * Add a list of shops. (Closes: #1234)
      * Do not forget the last thing.

     -- Anna Beispiel <anna@example.org>  Mon, 02 Mar 2026 10:00:00 +0100
    """,
    """
    Version 1.4
      - New: lists of shops
      - Fixed: the last thing was forgotten
      - Changed: for loops over things are faster; return values are checked

    Version 1.3
      - New: import of lists, and a class for teas
    """,
    """
    tea
    milk
    bread
    salt
    pepper
    sugar
    """,
    """
    12.5 13.1 14.9
    11.0 12.2 15.3
    10.8 11.7 16.0
    10.1 11.5 16.4
    """,
    """
    127.0.0.1 localhost
    192.168.0.2 shop
    192.168.0.3 store
    """,
    """
    Dear Anna,

    thank you for the tea. I will let you know if I need more of it. Where do you buy yours? Select
    whatever you like from the list and drop me a line; I will return the basket on Monday.

    With best regards
    Berta
    """,
    "", " ", "\n\n\n", "if", "// ?", "#", "{", "x = 1",
  ]
}
