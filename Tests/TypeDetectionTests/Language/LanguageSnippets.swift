/// Small original texts in many languages, with the language that each is surely in.
enum LanguageSnippets {
  static let known: [(name: String, text: String)] = programs + scripts + formats

  static let programs: [(name: String, text: String)] = [
    (
      "C",
      """
      #include <stdio.h>
      #include <stdlib.h>
      #include "queue.h"

      struct item {
        struct item *next;
        int weight;
      };

      static int total(const struct item *first) {
        int sum = 0;
        for (; first != NULL; first = first->next)
          sum += first->weight;
        return sum;
      }

      int main(int argc, char *argv[]) {
        printf("%d\\n", total(NULL));
        return 0;
      }
      """
    ),
    (
      "C++",
      """
      #include <iostream>
      #include <vector>

      namespace shop {

      template <typename Item>
      class Basket {
       public:
        void add(const Item &item) { items.push_back(item); }
        virtual ~Basket() = default;

       private:
        std::vector<Item> items;
      };

      }  // namespace shop

      int main() {
        shop::Basket<std::string> basket;
        std::cout << "done" << std::endl;
      }
      """
    ),
    (
      "Objective-C",
      """
      #import <Foundation/Foundation.h>

      @interface Lamp : NSObject
      @property (nonatomic, strong) NSString *name;
      - (void)turnOn;
      @end

      @implementation Lamp
      - (void)turnOn {
        NSLog(@"%@ is on", self.name);
        [self notify:nil];
      }
      @end
      """
    ),
    (
      "Java",
      """
      package org.example.shop;

      import java.util.List;

      public class Basket {
        private final List<String> items;

        public Basket(List<String> items) {
          this.items = items;
        }

        @Override
        public String toString() {
          return "basket";
        }

        public static void main(String[] args) {
          System.out.println(new Basket(null));
        }
      }
      """
    ),
    (
      "C#",
      """
      using System;
      using System.Collections.Generic;

      namespace Shop
      {
          public class Basket : IBasket
          {
              public string Name { get; set; }

              public static void Main(string[] args)
              {
                  foreach (var item in args)
                      Console.WriteLine(item);
              }
          }
      }
      """
    ),
    (
      "Go",
      """
      package main

      import (
      \t"fmt"
      \t"os"
      )

      type Basket struct {
      \titems []string
      }

      func (b *Basket) Add(item string) error {
      \tif err := check(item); err != nil {
      \t\treturn err
      \t}
      \tb.items = append(b.items, item)
      \treturn nil
      }

      func main() {
      \tfmt.Println(len(os.Args))
      }
      """
    ),
    (
      "Rust",
      """
      use std::collections::HashMap;

      #[derive(Debug, Clone)]
      pub struct Basket {
          items: HashMap<String, u32>,
      }

      impl Basket {
          pub fn add(&mut self, item: &str) -> Result<(), Error> {
              let mut count = self.items.get(item).unwrap_or(&0);
              match count {
                  0 => println!("new"),
                  _ => {}
              }
              Ok(())
          }
      }
      """
    ),
    (
      "Swift",
      """
      import Foundation

      public struct Basket: Sendable {
        private var items: [String: Int] = [:]

        public mutating func add(_ item: String) {
          guard let count = items[item] else { return }
          items[item] = count + 1
        }
      }

      extension Basket: CustomStringConvertible {
        public var description: String { "\\(items.count) items" }
      }
      """
    ),
    (
      "Kotlin",
      """
      package org.example.shop

      import java.util.UUID

      data class Item(val name: String, val price: Int)

      class Basket(private val items: List<Item>) {
          fun total(): Int {
              return items.map { it.price }.sum()
          }

          override fun toString() = "basket of $items"
      }

      fun main(args: Array<String>) {
          val basket = Basket(listOf())
          println("total ${basket.total()}")
      }
      """
    ),
    (
      "Scala",
      """
      package shop

      import scala.collection.mutable

      case class Item(name: String, price: Int)

      trait Basket {
        def total: Int
      }

      object Main extends App {
        val items = List(Item("tea", 3))
        def price(item: Item): Int = item match {
          case Item(_, price) => price
          case _ => 0
        }
        println(items.map(price).sum)
      }
      """
    ),
    (
      "Dart",
      """
      import 'package:flutter/material.dart';

      void main() => runApp(const Shop());

      class Shop extends StatelessWidget {
        const Shop({super.key});

        @override
        Widget build(BuildContext context) {
          final List<String> items = [];
          return Text('${items.length}');
        }
      }
      """
    ),
    (
      "Haskell",
      """
      {-# LANGUAGE OverloadedStrings #-}
      module Main where

      import qualified Data.Map as Map
      import Data.List (sortBy)

      data Item = Item { name :: String, price :: Int } deriving (Show, Eq)

      total :: [Item] -> Int
      total items = sum (map price items)

      main :: IO ()
      main = do
        let items = [Item "tea" 3]
        print $ total items
      """
    ),
    (
      "OCaml",
      """
      open Printf

      type item = {
        name : string;
        price : int;
      }

      let rec total items =
        match items with
        | [] -> 0
        | item :: rest -> item.price + total rest

      let () =
        let items = [ { name = "tea"; price = 3 } ] in
        printf "%d\\n" (total items)
      """
    ),
    (
      "F#",
      """
      module Shop.Basket

      open System

      type Item =
          { Name: string
            Price: int }

      let total items =
          items |> List.map (fun item -> item.Price) |> List.sum

      [<EntryPoint>]
      let main argv =
          printfn "%d" (total [])
          0
      """
    ),
    (
      "Standard ML",
      """
      structure Basket :> BASKET =
      struct
        datatype item = Item of string * int

        fun price (Item (_, cost)) = cost

        fun total items =
          foldl (fn (item, sum) => price item + sum) 0 items

        val empty = []
      end
      """
    ),
    (
      "Erlang",
      """
      -module(basket).
      -export([total/1, start/0]).

      total([]) -> 0;
      total([{item, _Name, Price} | Rest]) ->
          Price + total(Rest).

      start() ->
          io:format("~p~n", [total([])]),
          receive
              {stop, From} -> From ! ok
          end.
      """
    ),
    (
      "Elixir",
      """
      defmodule Shop.Basket do
        @moduledoc \"\"\"
        What is bought.
        \"\"\"

        alias Shop.Item

        def total(items) do
          items
          |> Enum.map(fn item -> item.price end)
          |> Enum.sum()
        end

        defp check(nil), do: {:error, :empty}
      end
      """
    ),
    (
      "Clojure",
      """
      (ns shop.basket
        (:require [clojure.string :as str]))

      (defn total
        "The sum of all prices."
        [items]
        (->> items
             (map :price)
             (reduce +)))

      (defn -main [& args]
        (println (total [])))
      """
    ),
    (
      "Common Lisp",
      """
      (defpackage :shop
        (:use :cl))
      (in-package :shop)

      (defclass item ()
        ((name :initarg :name :accessor item-name)
         (price :initarg :price :accessor item-price)))

      (defun total (items)
        (loop for item in items sum (item-price item)))
      """
    ),
    (
      "Emacs Lisp",
      """
      ;;; basket.el --- What is bought

      (require 'cl-lib)

      (defcustom basket-limit 10
        "How much fits in."
        :group 'basket)

      (defun basket-show ()
        "Show the basket."
        (interactive)
        (save-excursion
          (goto-char (point-min))))

      (provide 'basket)
      """
    ),
    (
      "Scheme",
      """
      (define (total items)
        (let loop ((rest items) (sum 0))
          (cond ((null? rest) sum)
                (else (loop (cdr rest) (+ sum (car rest)))))))

      (define-syntax unless
        (syntax-rules ()
          ((_ test body ...) (if test #f (begin body ...)))))

      (display (total '(1 2 3)))
      (newline)
      """
    ),
    (
      "Prolog",
      """
      :- module(basket, [total/2]).
      :- use_module(library(lists)).

      total([], 0).
      total([item(_, Price)|Rest], Sum) :-
          total(Rest, Others),
          Sum is Price + Others.

      likes(mary, tea).
      likes(john, X) :- likes(mary, X), \\+ sour(X).
      """
    ),
    (
      "Pascal",
      """
      program Basket;

      uses SysUtils;

      var
        Total: Integer;

      procedure Add(Price: Integer);
      begin
        Total := Total + Price;
      end;

      begin
        Add(3);
        writeln('Total: ', Total);
      end.
      """
    ),
    (
      "Ada",
      """
      with Ada.Text_IO; use Ada.Text_IO;

      procedure Basket is
         Total : Integer := 0;

         procedure Add (Price : in Integer) is
         begin
            Total := Total + Price;
         end Add;
      begin
         Add (3);
         if Total > 2 then
            Put_Line ("much");
         end if;
      end Basket;
      """
    ),
    (
      "Fortran",
      """
      program basket
        implicit none
        integer :: i, total
        real, dimension(10) :: prices

        total = 0
        do i = 1, 10
          call add(prices(i), total)
        end do
        write(*,*) total
      contains
        subroutine add(price, total)
          real, intent(in) :: price
          integer, intent(inout) :: total
          total = total + int(price)
        end subroutine add
      end program basket
      """
    ),
    (
      "COBOL",
      """
             IDENTIFICATION DIVISION.
             PROGRAM-ID. BASKET.
             DATA DIVISION.
             WORKING-STORAGE SECTION.
             01 TOTAL PIC 9(4) VALUE ZERO.
             PROCEDURE DIVISION.
                 ADD 3 TO TOTAL.
                 DISPLAY "TOTAL " TOTAL.
                 STOP RUN.
      """
    ),
    (
      "Verilog",
      """
      module counter(
        input clk,
        input reset,
        output reg [7:0] count
      );
        always @(posedge clk) begin
          if (reset)
            count <= 8'b0;
          else
            count <= count + 1;
        end
      endmodule
      """
    ),
    (
      "SystemVerilog",
      """
      interface bus_if(input logic clk);
        logic valid;
        modport source(output valid);
      endinterface

      module counter(input logic clk, output logic [7:0] count);
        typedef enum logic [1:0] {IDLE, RUN} state_t;
        always_ff @(posedge clk) begin
          count <= count + 1;
        end
        always_comb begin
          next = IDLE;
        end
      endmodule
      """
    ),
    (
      "VHDL",
      """
      library ieee;
      use ieee.std_logic_1164.all;

      entity counter is
        port (clk : in std_logic; count : out std_logic_vector(7 downto 0));
      end entity;

      architecture rtl of counter is
      begin
        process (clk)
        begin
          if rising_edge(clk) then
            count <= "00000000";
          end if;
        end process;
      end architecture;
      """
    ),
    (
      "Rocq Prover",
      """
      Require Import Arith.

      Fixpoint total (n : nat) : nat :=
        match n with
        | O => O
        | S m => n + total m
        end.

      Lemma total_zero : total 0 = 0.
      Proof.
        simpl. reflexivity.
      Qed.
      """
    ),
    (
      "GLSL",
      """
      #version 330 core
      layout(location = 0) in vec3 position;
      uniform mat4 projection;
      out vec4 color;

      void main() {
        gl_Position = projection * vec4(position, 1.0);
        color = vec4(0.5, 0.5, 0.5, 1.0);
      }
      """
    ),
    (
      "HLSL",
      """
      cbuffer Camera : register(b0) {
        float4x4 projection;
      };

      Texture2D picture;
      SamplerState smooth;

      float4 main(float4 position : SV_Position, float2 uv : TEXCOORD0) : SV_Target {
        return mul(projection, picture.Sample(smooth, uv));
      }
      """
    ),
    (
      "Zig",
      """
      const std = @import("std");

      pub fn total(items: []const u8) !usize {
          var sum: usize = 0;
          for (items) |item| {
              sum += @intCast(item);
          }
          return sum;
      }

      test "total" {
          try std.testing.expect(try total("") == 0);
      }
      """
    ),
    (
      "V",
      """
      module main

      import os

      struct Basket {
      mut:
      \titems []string
      }

      fn (mut b Basket) add(item string) {
      \tb.items << item
      }

      fn main() {
      \tmut basket := Basket{}
      \tcontent := os.read_file('list') or { panic(err) }
      \tprintln(content)
      }
      """
    ),
    (
      "Mercury",
      """
      :- module basket.
      :- interface.
      :- import_module io.
      :- pred main(io::di, io::uo) is det.
      :- implementation.
      main(!IO) :-
          io.write_string("tea", !IO).
      """
    ),
    (
      "Apex",
      """
      public with sharing class Basket {
        public static List<Account> accounts() {
          List<Account> found = [SELECT Id, Name FROM Account];
          for (Account a : found) {
            System.debug(a.Name);
          }
          return found;
        }
        @isTest
        static void check() {
          System.assertEquals(0, accounts().size());
        }
      }
      """
    ),
    (
      "Protocol Buffers",
      """
      syntax = "proto3";
      package shop;

      message Item {
        string name = 1;
        repeated int32 prices = 2;
      }

      service Basket {
        rpc Add(Item) returns (Total);
      }
      """
    ),
    (
      "Solidity",
      """
      pragma solidity ^0.8.0;

      contract Basket {
        mapping(address => uint256) public totals;

        function add(uint256 price) external returns (uint256) {
          totals[msg.sender] += price;
          return totals[msg.sender];
        }
      }
      """
    ),
  ]
}
